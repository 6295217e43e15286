#include <stdio.h>
#define TEXT(a) #a
int value;
int main() { printf("%s\n", TEXT(value)); return 0; }
