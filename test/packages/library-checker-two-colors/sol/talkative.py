import sys

n, m, *ends = map(int, sys.stdin.read().split())
print("colors:", *([0] * n))
