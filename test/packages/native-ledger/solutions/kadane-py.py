import sys

sys.stdin = open("ledger.in")
sys.stdout = open("ledger.out", "w")
input()
best, total, start = None, 0, 1
for i, x in enumerate(map(int, input().split()), 1):
    if total <= 0:
        total, start = 0, i
    total += x
    if best is None or total > best[0]:
        best = total, start, i
print(best[0])
print(best[1], best[2])
