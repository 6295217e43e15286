count, room = map(int, input().split())
print(count)
print(*range(1, count + 1))
