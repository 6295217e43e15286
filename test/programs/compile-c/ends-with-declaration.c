#include <stdio.h>
int main() { printf("x\n"); return 0; }
int x
