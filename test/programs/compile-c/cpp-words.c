#include <stdio.h>
int class = 3, new = 4, template, this;
int main() { printf("%d\n", class + new + template + this); return 0; }
