#include <stdio.h>
int main() { int n = 0;
again: n++; if (n < 5) goto again;
  printf("%d\n", n); return 0; }
