#include <stdio.h>
int shared = 41;
int main() { printf("%d\n", shared); return 0; }
