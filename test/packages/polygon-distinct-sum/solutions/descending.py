n, k = map(int, input().split())
rest = n - k * (k + 1) // 2
if rest < 0:
    print(-1)
else:
    print(*([k + rest] + list(range(k - 1, 0, -1))))
