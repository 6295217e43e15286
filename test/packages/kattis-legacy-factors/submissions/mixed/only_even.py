# @EXPECTED_RESULTS@: WRONG_ANSWER, RUN_TIME_ERROR
n = int(input())
if n % 2:
    print(1 // 0 if n > 1000 else "prime")
elif n > 2:
    print(2, n // 2)
else:
    print("prime")
