verb, word = input(), input()
if verb == "encode":
    print("".join("ab"[int(bit)] for bit in format(int(word), "020b")))
else:
    while word.count("b") > 10:
        pass
    print(int("".join("01"[letter == "b"] for letter in word), 2))
