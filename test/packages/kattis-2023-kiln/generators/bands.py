import random
import sys

shape, pots, room, heat, seed = sys.argv[1:]
pots, room, heat = int(pots), int(room), int(heat)
random.seed(int(seed))
# The name of the test says how far its bands reach: narrow, or wide-8.
reach = {"narrow": heat // 10, "wide": heat - 1}[shape.split("-")[0]]
print(pots, room)
for _ in range(pots):
    low = random.randint(1, heat)
    print(low, min(heat, low + random.randint(0, reach)))
