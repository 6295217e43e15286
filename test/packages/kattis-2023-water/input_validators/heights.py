import re
import sys

lines = sys.stdin.read()
if not re.fullmatch(r"[1-9][0-9]{0,3} [0-9]{1,9}\n([0-9]{1,9} )*[0-9]{1,9}\n", lines):
    sys.exit(43)
(n, h), a = (list(map(int, line.split())) for line in lines.splitlines())
sys.exit(42 if n == len(a) <= 1000 and all(x < y for x, y in zip(a, a[1:])) else 43)
