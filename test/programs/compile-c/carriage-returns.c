#include <stdio.h>
int main() { printf("%d\n", 4);
 return 0; }
