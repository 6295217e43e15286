import random
import sys

count, room, seed = map(int, sys.argv[1:4])
rng = random.Random(seed)
print(count, room)
print(*(rng.randint(max(1, room // 5), room) for _ in range(count)))
