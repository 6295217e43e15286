#include <stdio.h>
int main() { for (i = 0; i < 3; i++) printf("%d\n", i); return 0; }
