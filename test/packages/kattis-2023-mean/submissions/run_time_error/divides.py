n = int(input())
x = list(map(int, input().split()))
print(sum(x) * sum(x) / sum(x) / n)
