count, room = map(int, input().split())
weights = list(map(int, input().split()))
assert count <= 12


def choose(index, left):
    if index == count:
        return 0, []
    total, chosen = choose(index + 1, left)
    if weights[index] <= left:
        other, more = choose(index + 1, left - weights[index])
        if other + weights[index] > total:
            return other + weights[index], [index + 1, *more]
    return total, chosen


total, chosen = choose(0, room)
print(len(chosen))
print(*chosen)
