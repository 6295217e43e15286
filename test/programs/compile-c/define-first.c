#define N 10
#include <stdio.h>
int main() { printf("%d\n", N); return 0; }
