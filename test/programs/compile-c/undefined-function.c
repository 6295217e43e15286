#include <stdio.h>
int main() { printf("%d\n", mystery(3)); return 0; }
