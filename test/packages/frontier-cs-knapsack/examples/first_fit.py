n, c = map(int, input().split())
chosen = []
for i in range(1, n + 1):
    width, _ = map(int, input().split())
    if width <= c:
        c -= width
        chosen.append(i)
print(len(chosen))
print(*chosen)
