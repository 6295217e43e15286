count, room = map(int, input().split())
weights = list(map(int, input().split()))
print(count if sum(weights) <= room else 1)
print(*(range(count) if sum(weights) <= room else [0]))
