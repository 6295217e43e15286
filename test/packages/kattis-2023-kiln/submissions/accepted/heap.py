import heapq
import sys

pots, room, *numbers = map(int, sys.stdin.read().split())
bands = sorted(zip(numbers[::2], numbers[1::2]))
last_first = sorted((high for _, high in bands), reverse=True)
waiting = []
gone = {}
firings = 0
at = 0
while last_first:
    heat = last_first.pop()
    if gone.get(heat, 0):
        gone[heat] -= 1
        continue
    # The pot that stands the least heat among those left is fired at the most that it stands.
    while at < pots and bands[at][0] <= heat:
        heapq.heappush(waiting, bands[at][1])
        at += 1
    firings += 1
    for turn in range(min(room, len(waiting))):
        high = heapq.heappop(waiting)
        if turn > 0:
            gone[high] = gone.get(high, 0) + 1
print(firings)
