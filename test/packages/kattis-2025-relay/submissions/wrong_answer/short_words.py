# Leaves out leading letters: right in the second pass, wrong in the third.
if input() == "encode":
    print("".join("ab"[int(bit)] for bit in format(int(input()), "b")))
else:
    print(int("".join("01"[letter == "b"] for letter in input()), 2))
