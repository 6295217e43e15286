import sys

n = int(input())
beds = [tuple(map(int, line.split())) for line in open(sys.argv[1])]
points = []
for left, right in sorted(beds, key=lambda bed: bed[1]):
    if not points or points[-1] < left:
        points.append(right - 1)
print(*points)
