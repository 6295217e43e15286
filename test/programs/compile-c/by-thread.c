#include <stdio.h>
_Thread_local int t = 4;
int main() { printf("%d\n", t); return 0; }
