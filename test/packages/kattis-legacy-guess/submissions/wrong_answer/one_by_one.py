guess = 1
while True:
    print(guess, flush=True)
    try:
        if input() == "correct":
            break
    except EOFError:
        break
    guess += 1
