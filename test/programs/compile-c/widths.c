#include <stdio.h>
#include <stdint.h>
#include <limits.h>
#include <stdbool.h>
int64_t best = INT_MIN; bool seen[5]; uint32_t u = UINT32_MAX; size_t size = sizeof(int64_t);
int main() { seen[2] = true; printf("%lld %d %u %zu\n", (long long)best, seen[2], u, size); return 0; }
