#include <stdio.h>
int main() { struct FILE f; f.a = 3; printf("%d\n", f.a); return 0; }
