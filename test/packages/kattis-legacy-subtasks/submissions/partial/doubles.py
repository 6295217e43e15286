# @EXPECTED_SCORE@: 30
# Right while no sum needs more than 53 bits: one of the large ones does.
input()
print("Sum", int(sum(float(word) for word in reversed(input().split()))))
