import sys

n = int(input())
beds = [tuple(map(int, line.split())) for line in open(sys.argv[1])]
points = []
for left, right in sorted(beds):
    if not points or points[-1] < left:
        points.append((left + right) // 2)
print(*points)
