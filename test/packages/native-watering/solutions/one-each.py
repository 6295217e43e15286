import sys

n = int(input())
beds = [tuple(map(int, line.split())) for line in open(sys.argv[1])]
print(*{left for left, right in beds})
