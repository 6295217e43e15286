this is not a program at all
