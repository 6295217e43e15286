import sys

pots, room, *numbers = map(int, sys.stdin.read().split())
firings = inside = 0
heat = 0
for low, high in sorted(zip(numbers[::2], numbers[1::2])):
    if inside == 0 or inside == room or low > heat:
        firings += 1
        inside = 0
        heat = high
    inside += 1
    heat = min(heat, high)
print(firings)
