# @EXPECTED_RESULTS@: WRONG-ANSWER
# @EXPECTED_SCORE@: 60
n = float(input())
print(int(n // 3) * 3)
