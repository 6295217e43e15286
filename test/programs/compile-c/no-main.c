#include <stdio.h>
int helper(void) { return 1; }
