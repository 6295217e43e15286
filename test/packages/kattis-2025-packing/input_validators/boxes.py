import re
import sys

first, second, rest = sys.stdin.read().split("\n")
assert rest == ""
assert re.fullmatch(r"[1-9][0-9]* [1-9][0-9]*", first)
count, room = map(int, first.split())
assert 1 <= count <= {{items}} and room <= {{room}}
weights = second.split(" ")
assert len(weights) == count
assert all(re.fullmatch(r"[1-9][0-9]*", word) and int(word) <= room for word in weights)
if "--fits" in sys.argv:
    assert sum(map(int, weights)) <= room
sys.exit(42)
