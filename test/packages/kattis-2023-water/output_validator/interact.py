import sys

data = open(sys.argv[1]).read().split()
most = 12 if "--most" not in sys.argv else int(sys.argv[sys.argv.index("--most") + 1])
n, h, a = int(data[0]), int(data[1]), list(map(int, data[2:]))


def end(code, words):
    with open(sys.argv[3] + "/judgemessage.txt", "w") as file:
        file.write(words)
    sys.exit(code)


try:
    print(n, h, flush=True)
    for asked in range(most + 1):
        words = sys.stdin.readline().split()
        if len(words) != 2 or words[0] not in "?!" or not words[1].isascii() or not words[1].isdigit():
            end(43, "expected ? i or ! k")
        number = int(words[1][:9])
        if words[0] == "!":
            if number != int(open(sys.argv[2]).read()):
                end(43, f"{number} is wrong")
            end(42, f"{asked} questions") if sys.stdin.read().strip() == "" else end(43, "more than an answer")
        if not 1 <= number <= n:
            end(43, "no such height")
        if asked < most:
            print(a[number - 1], flush=True)
    end(43, "too many questions")
except BrokenPipeError:
    end(43, "left early")
