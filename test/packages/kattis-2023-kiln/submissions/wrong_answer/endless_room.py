import sys

pots, room, *numbers = map(int, sys.stdin.read().split())
heat = firings = 0
for high, low in sorted(zip(numbers[1::2], numbers[::2])):
    if low > heat:
        heat = high
        firings += 1
print(max(firings, -(-pots // room)))
