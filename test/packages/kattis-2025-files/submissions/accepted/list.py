import sys

name = input()
for line in open("prices.txt"):
    word, price = line.split()
    if word == name:
        print(int(price) * int(sys.argv[1]))
