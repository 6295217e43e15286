n, m = map(int, input().split())
print(*(i % m + 1 for i in range(n - 1)))
