#include <stdio.h>
int next(void) { static int count = 10; static int index; index += 2; return count++ + index; }
int main() { next(); printf("%d %d\n", next(), next()); return 0; }
