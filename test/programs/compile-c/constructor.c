#include <stdio.h>
__attribute__((constructor)) void before(void) { puts("before"); }
int main() { return 0; }
