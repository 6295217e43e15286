count, room = map(int, input().split())
weights = list(map(int, input().split()))
reached = {0: []}
for index, weight in enumerate(weights, 1):
    for total, chosen in list(reached.items()):
        if total + weight <= room:
            reached.setdefault(total + weight, [*chosen, index])
chosen = reached[max(reached)]
print(len(chosen))
print(*chosen)
