#include <stdio.h>
int main() { int n; scanf("%d", &n); printf("%d\n", 10 / (n - 5)); return 0; }
