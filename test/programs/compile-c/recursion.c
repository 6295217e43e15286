#include <stdio.h>
int depth(int n) { volatile char pad[1000]; pad[0] = n; return n == 0 ? pad[0] : 1 + depth(n - 1); }
int main() { printf("%d\n", depth(100000)); return 0; }
