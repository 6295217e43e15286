#include <stdio.h>
int main() { printf("%d\n", shared); return 0; }
