#include <stdio.h>
int main() { __int128 x = (__int128)1 << 100; printf("%d %d\n", (int)(x >> 98), __builtin_popcountll(255)); return 0; }
