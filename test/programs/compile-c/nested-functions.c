#include <stdio.h>
int main() { int n = 4; int add(int x) { return x + n; } printf("%d\n", add(3)); return 0; }
