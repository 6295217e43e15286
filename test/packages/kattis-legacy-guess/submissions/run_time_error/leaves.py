print(500, flush=True)
raise SystemExit(3 if input() != "correct" else 0)
