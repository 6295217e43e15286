#include <stdio.h>
#include <math.h>
int main() { int y1 = 4, index = 3, time = 2; printf("%d %d %.1f\n", y1 + index, time, floor(2.5)); return 0; }
