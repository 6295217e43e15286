open("costs.txt")
