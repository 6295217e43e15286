import sys

name = input()
prices = dict(line.split() for line in open("prices.txt"))
print(eval(f"{prices[name]} * {sys.argv[1]}"))
