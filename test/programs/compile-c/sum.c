#include <stdio.h>
int main() { int n, x; long long s = 0; scanf("%d", &n); for (int i = 0; i < n; i++) { scanf("%d", &x); s += x; } printf("%lld\n", s); }
