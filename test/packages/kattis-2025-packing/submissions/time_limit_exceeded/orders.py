from itertools import permutations

count, room = map(int, input().split())
weights = list(map(int, input().split()))
best, choice = 0, ()
for order in permutations(range(count)):
    total = 0
    for position, item in enumerate(order):
        if total + weights[item] > room:
            break
        total += weights[item]
        if total > best:
            best, choice = total, order[: position + 1]
print(len(choice))
print(*(item + 1 for item in choice))
