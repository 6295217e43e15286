n = int(input())
beds = [tuple(map(int, line.split())) for line in open("flowers.txt")]
print(len(beds))
