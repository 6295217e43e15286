#include <stdio.h>
#include <math.h>
int y1 = 4;
int main() { printf("%d\n", y1); return 0; }
