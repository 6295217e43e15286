import sys
from itertools import accumulate

data = list(map(int, sys.stdin.buffer.read().split()))
n, q = data[:2]
total = [0, *accumulate(data[2 : 2 + n])]
queries = data[2 + n :]
print("\n".join(str(total[queries[i + 1]] - total[queries[i]]) for i in range(0, 2 * q, 2)))
