import re
import sys

first, second, rest = sys.stdin.read().split("\n")
assert rest == ""
assert re.fullmatch(r"[1-9][0-9]{0,3}", first)
count = int(first)
assert 5 * ("--many" in sys.argv) <= count <= {{most}}
numbers = second.split(" ")
assert len(numbers) == count
assert all(re.fullmatch(r"0|-?[1-9][0-9]{0,3}", word) and abs(int(word)) <= {{most}} for word in numbers)
sys.exit(42)
