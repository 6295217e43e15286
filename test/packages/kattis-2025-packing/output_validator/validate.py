import os
import sys


def finish(code, message):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "a") as file:
        file.write(message + "\n")
    sys.exit(code)


def read_choice(words, count):
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        finish(43, "numbers were expected")
    size, *chosen = map(int, words)
    if size != len(chosen):
        finish(43, f"{size} boxes were announced, {len(chosen)} came")
    if len(set(chosen)) != size or not all(1 <= item <= count for item in chosen):
        finish(43, "a box that does not exist, or one twice")
    return chosen


with open(sys.argv[1]) as file:
    count, room, *weights = map(int, file.read().split())
with open(sys.argv[2]) as file:
    best = sum(weights[item - 1] for item in read_choice(file.read().split(), count))
packed = sum(weights[item - 1] for item in read_choice(sys.stdin.read().split(), count))
if packed > room:
    finish(43, "too heavy")
if packed > best:
    finish(1, "better than the jury")
if "share" in sys.argv[4:]:
    with open(os.path.join(sys.argv[3], "score_multiplier.txt"), "w") as file:
        file.write(f"{packed / best}\n")
elif packed < best:
    finish(43, "there is room left")
finish(42, f"{packed} of {best}")
