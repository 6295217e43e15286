import sys

pots, room, *numbers = map(int, sys.stdin.read().split())
left = sorted(zip(numbers[1::2], numbers[::2]))
due = [0] * 1000
for high, low in left:
    due[high] += 1
firings = 0
while left:
    heat = left[0][0]
    taken = [pot for pot in left if pot[1] <= heat][:room]
    for pot in taken:
        left.remove(pot)
    firings += 1
print(firings)
