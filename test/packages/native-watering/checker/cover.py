import os
import sys

beds_in, answer, feedback = sys.argv[1:4]


def end(code, words):
    with open(os.path.join(feedback, "judgemessage.txt"), "w") as file:
        file.write(words)
    sys.exit(code)


beds = [tuple(map(int, line.split())) for line in open(answer)]
try:
    points = sorted(set(map(int, sys.stdin.read().split())))
except ValueError:
    end(43, "expected whole numbers")
if "--strict" in sys.argv and len(points) > 10 * len(beds):
    end(43, "too many points")
if any(point < 0 or point > 10**6 for point in points):
    end(43, "a point out of range")
for left, right in sorted(beds):
    if not any(left <= point <= right for point in points):
        end(43, f"nothing in {left} to {right}")
with open(os.path.join(feedback, "score.txt"), "w") as file:
    file.write(str(len(points)))
end(42, f"{len(points)} points")
