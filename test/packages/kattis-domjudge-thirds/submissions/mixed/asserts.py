# @EXPECTED_RESULTS@: RUN-ERROR
# @EXPECTED_SCORE@: 60
n = int(input())
assert n < 10**9 * 3
print(n - n % 3)
