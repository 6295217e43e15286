#include <stdio.h>
int main() { int printf = 3; return printf; }
