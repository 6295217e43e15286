#include <stdio.h>
#include <ctype.h>
int main() { int c, n = 0; while ((c = getchar()) != EOF) if (isdigit(c)) n += c - '0'; printf("%d\n", n); fprintf(stderr, "done %d\n", n); return 0; }
