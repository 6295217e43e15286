n, h = map(int, input().split())


def ask(i):
    print("?", i, flush=True)
    return int(input())


if n > 500:
    exit(1)
low = sum(ask(i + 1) <= h for i in range(n))
print("!", low, flush=True)
