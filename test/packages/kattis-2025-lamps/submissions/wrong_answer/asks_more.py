on = 0
for lamp in (1, 1, 2, 3, 4, 5, 6, 7, 8):
    print("?", lamp, flush=True)
    try:
        on += int(input())
    except EOFError:
        raise SystemExit(0)
print("!", on, flush=True)
