#include <stdio.h>
int a[10];
int main() { volatile int n = 50000000; a[n] = 1; printf("%d\n", a[0]); return 0; }
