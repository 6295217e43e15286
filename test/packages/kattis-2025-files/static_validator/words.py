import os
import re
import sys

words = set()
for name in os.listdir("."):
    with open(name, errors="replace") as file:
        words.update(re.findall(r"\w+", file.read()))
sys.exit(43 if words & set(sys.argv[4:]) else 42)
