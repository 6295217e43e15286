#include <stdio.h>
int f(void) { return 1; }
int f(void) { return 2; }
int main() { return f(); }
