#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int add(int a, int b) { return a + b; }
int mul(int a, int b) { return a * b; }
int (*table[2])(int, int) = {add, mul};
int main() { const char *w[3] = {"c", "a", "b"}; printf("%d %d\n", table[0](3, 4), table[1](3, 4));
  int (*cmp)(const char *, const char *) = strcmp; printf("%d\n", cmp(w[0], w[1]) > 0); atexit((void (*)(void))exit); return 0; }
