import os, sys

print(len(sys.stdin.read()), sorted(os.listdir('.')), dict(os.environ))
