input()
total = 0
for value in map(int, input().split()):
    step = 1 if value > 0 else -1
    while value:
        total += step
        value -= step
print("Sum", total)
