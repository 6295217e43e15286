n = int(input())
x = list(map(int, input().split()))
if n > 100:
    raise ValueError
print(sum(x) / n if n > 1 else 0)
