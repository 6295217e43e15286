# In the order of the input: misses the last two of the first sample.
count, room = map(int, input().split())
weights = list(map(int, input().split()))
chosen = []
for index, weight in enumerate(weights, 1):
    if weight <= room:
        chosen.append(index)
        room -= weight
print(len(chosen))
print(*chosen)
