import sys

data = sys.stdin.buffer.read()
sys.exit(0 if data.count(b"\n") == 2 and b"\r" not in data and b"  " not in data else 1)
