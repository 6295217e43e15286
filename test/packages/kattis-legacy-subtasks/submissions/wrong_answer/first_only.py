input()
print("Sum", input().split()[0])
