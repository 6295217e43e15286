if input() == "encode":
    print("".join("ab"[int(bit)] for bit in format(int(input()), "020b")))
else:
    raise ValueError("never tried")
