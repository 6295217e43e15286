#include <stdio.h>
int abs(int x) { return x < 0 ? 100 : 200; }
int main() { int n; scanf("%d", &n); printf("%d %d\n", abs(n), abs(-n)); return 0; }
