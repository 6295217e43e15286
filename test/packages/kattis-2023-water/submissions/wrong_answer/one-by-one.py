n, h = map(int, input().split())


def ask(i):
    print("?", i, flush=True)
    return int(input())


low = 0
while low < n and ask(low + 1) <= h:
    low += 1
print("!", low, flush=True)
