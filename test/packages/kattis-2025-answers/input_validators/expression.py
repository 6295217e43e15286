import re
import sys

sys.exit(42 if re.fullmatch(rb"[1-9][0-9]{0,5} (\+|-|\*|\*\*) [1-9][0-9]?\n", sys.stdin.buffer.read()) else 43)
