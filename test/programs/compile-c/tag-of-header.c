#include <stdio.h>
struct FILE { int a; };
int main() { struct FILE f = {3}; printf("%d\n", f.a); return 0; }
