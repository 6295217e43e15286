#include <stdio.h>
static int unused(void) { return missing_thing(); }
int main() { puts("ok"); return 0; }
