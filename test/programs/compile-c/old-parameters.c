#include <stdio.h>
int add(a, b) int a, b; { return a + b; }
int main() { printf("%d\n", add(2, 3)); return 0; }
