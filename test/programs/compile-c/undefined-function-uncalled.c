#include <stdio.h>
int other(int x) { return mystery(x); }
int main() { printf("%d\n", 3); return 0; }
