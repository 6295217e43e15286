#include <stdio.h>
int twice(int x) { return 2 * x; }
#include <stdlib.h>
int main() { printf("%d\n", twice(abs(-4))); return 0; }
