n = int(input())
x = list(map(int, input().split()))
while n > 3:
    pass
print(sum(x) / n)
