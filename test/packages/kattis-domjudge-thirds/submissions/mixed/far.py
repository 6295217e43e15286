# @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER
# @EXPECTED_SCORE@: 80
n = int(input())
print(max(0, n - n % 3 - (3 if n % 1000 == 999 else 0)))
