import re
import sys

most = int(sys.argv[1]) if len(sys.argv) > 1 else 10**15
lines = sys.stdin.read().split("\n")
assert len(lines) == 3 and lines[2] == ""
assert re.fullmatch(r"[1-9][0-9]{0,3}", lines[0]) and int(lines[0]) <= 1000
words = lines[1].split(" ")
assert len(words) == int(lines[0])
for word in words:
    assert re.fullmatch(r"0|-?[1-9][0-9]{0,15}", word) and abs(int(word)) <= most
sys.exit(42)
