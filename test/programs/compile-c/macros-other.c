#include <stdio.h>
#define N 7
#define MAX 3
int main() { int FOR = N + MAX; printf("%d\n", FOR); return 0; }
