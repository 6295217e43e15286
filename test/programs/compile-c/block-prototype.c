#include <stdio.h>
int main() { int later(int); printf("%d\n", later(2)); return 0; }
int later(int x) { return x * 21; }
