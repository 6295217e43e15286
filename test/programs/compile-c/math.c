#include <stdio.h>
#include <math.h>
int main() { int n; scanf("%d", &n); printf("%.4f %.4f %.4f %d\n", sqrt(n), pow(n, 1.5), sin(n), (int)ceil(n / 2.0)); return 0; }
