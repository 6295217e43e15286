#include <stdio.h>
int n, total;
main() { scanf("%d", &n); while (n--) { int x; scanf("%d", &x); total += x; } printf("%d\n", total); }
