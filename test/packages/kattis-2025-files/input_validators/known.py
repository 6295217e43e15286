import sys

name = sys.stdin.read()
with open("prices.txt") as file:
    prices = dict(line.split() for line in file)
sys.exit(42 if name.endswith("\n") and name[:-1] in prices and ("--zero" not in sys.argv or "0" in prices.values()) else 43)
