on = 0
for lamp in range(1, 9):
    print("?", lamp, flush=True)
    on += int(input())
print("!", on * on // on, flush=True)
