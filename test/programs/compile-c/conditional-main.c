#include <stdio.h>
#ifndef LOCAL
int value(void) { return 3; }
#else
int value(void) { return 4; }
#endif
int main() { printf("%d\n", value()); return 0; }
