#include <stdio.h>
int main() { int n; scanf("%d", &n); int a[n][n]; for (int i = 0; i < n * n; i++) a[i / n][i % n] = i; printf("%d\n", a[n - 1][n - 1]); return 0; }
