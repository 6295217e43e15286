import sys

pots, room, *numbers = map(int, sys.stdin.read().split())
bands = list(zip(numbers[::2], numbers[1::2]))
firings = []


def place(pot, most):
    if pot == pots:
        return True
    low, high = bands[pot]
    for firing in firings:
        if firing[2] < room and max(low, firing[0]) <= min(high, firing[1]):
            kept = firing[:]
            firing[:] = [max(low, firing[0]), min(high, firing[1]), firing[2] + 1]
            if place(pot + 1, most):
                return True
            firing[:] = kept
    if len(firings) < most:
        firings.append([low, high, 1])
        if place(pot + 1, most):
            return True
        firings.pop()
    return False


sys.setrecursionlimit(5000)
most = 1
while not place(0, most):
    firings.clear()
    most += 1
print(most)
