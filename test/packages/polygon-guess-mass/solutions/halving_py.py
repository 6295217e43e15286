n = int(input())
low, high = 1, n
while low < high:
    middle = (low + high) // 2
    print("?", middle, flush=True)
    word = input()
    if word == "equal":
        low = high = middle
    elif word == "lighter":
        high = middle - 1
    else:
        low = middle + 1
print("!", low, flush=True)
