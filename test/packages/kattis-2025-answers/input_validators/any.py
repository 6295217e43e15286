import sys

sys.exit(42 if sys.stdin.read().count("\n") == 1 else 43)
