#include <stdio.h>
int helper(void) { printf("%s\n", __func__); return 0; }
int main() { return helper(); }
