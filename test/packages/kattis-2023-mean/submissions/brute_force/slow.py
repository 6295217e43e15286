n = int(input())
x = list(map(int, input().split()))
if n > 100:
    while True:
        pass
print(sum(x) / n)
