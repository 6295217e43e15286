n = int(input())
a = 2
while n % a:
    a += 1
print("prime" if a == n else f"{a} {n // a}")
