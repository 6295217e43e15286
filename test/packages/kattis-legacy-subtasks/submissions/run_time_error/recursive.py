def add(numbers):
    return numbers[0] + add(numbers[1:])


input()
print("Sum", add(list(map(int, input().split()))))
