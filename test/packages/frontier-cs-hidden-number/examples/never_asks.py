input()
while True:
    input()
