import re, signal
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
re.match(r"(a+)+$", "a" * 60 + "b")
