#include <stdio.h>
int main() { char *s = "constant"; *(volatile char *)s = 'C'; printf("%s\n", s); return 0; }
