n, m = map(int, input().split())
print(*(i % m for i in range(n)))
