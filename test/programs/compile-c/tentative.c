#include <stdio.h>
int shared; int shared;
int main() { printf("%d\n", shared++); return shared; }
