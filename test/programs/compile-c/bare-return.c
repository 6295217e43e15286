#include <stdio.h>
int main() { int n; scanf("%d", &n); if (n > 3) { printf("%d\n", n); return; } return 0; }
