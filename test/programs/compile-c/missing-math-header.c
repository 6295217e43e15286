#include <stdio.h>
int main() { int n; scanf("%d", &n); printf("%.3f\n", sqrt((double)n)); return 0; }
