input()
print("Sum", sum(map(int, input().split())))
