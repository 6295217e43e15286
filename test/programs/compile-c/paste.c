#include <stdio.h>
#define JOIN(a, b) a##b
int JOIN(va, lue) = 5;
int main() { printf("%d\n", value); return 0; }
