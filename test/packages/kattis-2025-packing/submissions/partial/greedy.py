# The heaviest first: good for most, best for few.
count, room = map(int, input().split())
weights = list(map(int, input().split()))
chosen = []
for index in sorted(range(count), key=lambda item: -weights[item]):
    if weights[index] <= room:
        chosen.append(index + 1)
        room -= weights[index]
print(len(chosen))
print(*chosen)
