print(500, flush=True)
if input() != "correct":
    while True:
        pass
