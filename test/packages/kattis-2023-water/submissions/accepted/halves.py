n, h = map(int, input().split())


def ask(i):
    print("?", i, flush=True)
    return int(input())


low, high = 0, n
while low < high:
    middle = (low + high + 1) // 2
    if ask(middle) <= h:
        low = middle
    else:
        high = middle - 1
print("!", low, flush=True)
