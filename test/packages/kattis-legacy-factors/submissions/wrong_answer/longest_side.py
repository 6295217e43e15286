# Right unless the shortest side is asked for.
n = int(input())
a = int(n**0.5) + 1
while a * a > n or n % a:
    a -= 1
print("prime" if a == 1 else f"{a} {n // a}")
