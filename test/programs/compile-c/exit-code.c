#include <stdio.h>
#include <stdlib.h>
int main() { int n; scanf("%d", &n); if (n == 5) exit(3); return n; }
