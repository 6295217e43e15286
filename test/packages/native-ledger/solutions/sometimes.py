import sys

sys.stdin = open("ledger.in")
sys.stdout = open("ledger.out", "w")
n = int(input())
a = list(map(int, input().split()))
if n > 100:
    sys.exit(1)
print(max(a))
print(a.index(max(a)) + 1, a.index(max(a)) + 1)
