#include <stdio.h>
#define N 100
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define read(x) scanf("%d", &(x))
int a[N];
int main() { int n, m = 0; read(n); FOR(i, n) { read(a[i]); m = MAX(m, a[i]); } printf("%d\n", m); return 0; }
