#include <stdio.h>
struct point { int x; };
int main() { struct point p = {1}; int q = p + 1; printf("%d\n", q); return 0; }
