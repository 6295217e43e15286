#include <stdio.h>
#define getchar getchar_unlocked
#define EOF 5
int main() { int c = getchar(); printf("%d %d\n", c, EOF); return 0; }
