on = 0
for lamp in range(1, 8):
    print("?", lamp, flush=True)
    on += int(input())
print("!", on, flush=True)
