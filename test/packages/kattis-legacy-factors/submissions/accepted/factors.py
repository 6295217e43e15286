n = int(input())
a = 2
while a * a <= n and n % a:
    a += 1
print("prime" if a * a > n else f"{a} {n // a}")
