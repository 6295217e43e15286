#include <stdio.h>
#include <stdlib.h>
void *malloc(size_t n) { static char heap[1 << 20]; static size_t used; used += n; return heap + used - n; }
int main() { char *p = malloc(10); p[0] = 'a'; printf("%c\n", p[0]); return 0; }
