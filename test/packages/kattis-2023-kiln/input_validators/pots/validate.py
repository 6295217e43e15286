import re
import sys

lines = sys.stdin.read().split("\n")
assert lines.pop() == ""
assert all(re.fullmatch(r"[1-9][0-9]* [1-9][0-9]*", line) for line in lines)
(pots, room), *bands = [tuple(map(int, line.split())) for line in lines]
assert pots <= {{pots}} and room <= pots and len(bands) == pots
assert all(low <= high <= {{heat}} for low, high in bands)
if "--few" in sys.argv:
    assert pots <= 8
sys.exit(42)
