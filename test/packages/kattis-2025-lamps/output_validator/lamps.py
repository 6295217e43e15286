import os
import sys


def finish(code, message):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "a") as file:
        file.write(message + "\n")
    sys.exit(code)


state = os.path.join(sys.argv[3], "second")
is_second = os.path.exists(state)
if is_second:
    with open(state) as file:
        lamps = file.read().strip()
else:
    with open(sys.argv[1]) as file:
        lamps, later = file.read().split()
for turn in range(9):
    words = sys.stdin.readline().split()
    if len(words) != 2 or not words[1].isdigit() or len(words[1]) > 1:
        finish(43, "a question or an answer was expected")
    if words[0] == "!":
        if int(words[1]) != lamps.count("1"):
            finish(43, "another number of lamps")
        break
    if words[0] != "?" or not 1 <= int(words[1]) <= 8 or turn == 8:
        finish(43, "a question that is not allowed")
    print(lamps[int(words[1]) - 1], flush=True)
if sys.stdin.read().strip():
    finish(43, "words after the end")
if not is_second:
    with open(state, "w") as file:
        file.write(later + "\n")
    open(os.path.join(sys.argv[3], "nextpass.in"), "w").close()
finish(42, "counted")
