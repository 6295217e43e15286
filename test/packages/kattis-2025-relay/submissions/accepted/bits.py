if input() == "encode":
    print("".join("ab"[int(bit)] for bit in format(int(input()), "020b")))
else:
    print(int("".join("01"[letter == "b"] for letter in input()), 2))
