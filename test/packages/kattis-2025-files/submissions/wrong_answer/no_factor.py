name = input()
print(dict(line.split() for line in open("prices.txt"))[name])
