import os
import re
import sys

n = int(open(sys.argv[1]).read())
best = int(open(sys.argv[2]).read())
feedback = sys.argv[3]
text = sys.stdin.read().strip()
if not re.fullmatch(r"-?[0-9]{1,19}", text):
    sys.exit(43)
said = int(text)
if said % 3 != 0 or said > n or said < 0:
    sys.exit(43)
if best - said == 0:
    score = 30
elif n % 1000 == 999:
    score = 10
else:
    sys.exit(43)
if n % 1000 == 999:
    with open(os.path.join(feedback, "score.txt"), "w") as file:
        file.write(str(score))
sys.exit(42)
