#include <assert.h>
#include <stdio.h>
int main() { int n; scanf("%d", &n); assert(n == 4); return 0; }
