import re
import sys

most = 10**9
if "--max" in sys.argv:
    most = int(sys.argv[sys.argv.index("--max") + 1])
text = sys.stdin.read()
if not re.fullmatch(r"[1-9][0-9]{0,9}\n", text):
    print("one number without leading zeros was expected")
    sys.exit(43)
if not 2 <= int(text) <= most:
    print("the number is out of range")
    sys.exit(43)
sys.exit(42)
