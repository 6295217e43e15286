import sys

n = int(input())
beds = [tuple(map(int, line.split())) for line in open(sys.argv[1])]
points = []
while beds:
    best = max({left for left, right in beds}, key=lambda x: sum(left <= x <= right for left, right in beds))
    points.append(best)
    beds = [bed for bed in beds if not bed[0] <= best <= bed[1]]
print(*points)
