#include <cstdio>
#include <cstdlib>
#include <cstring>

// Keeps a byte for each brick.
int main() {
    long long n, k;
    scanf("%lld %lld", &n, &k);
    const long long block = 1 << 20;
    for (long long bricks = 0; bricks < n; bricks += block) {
        void* memory = malloc(block);
        if (memory == nullptr) abort();
        memset(memory, 1, block);
    }
    if (k * (k + 1) / 2 > n) {
        puts("-1");
        return 0;
    }
    for (long long i = 1; i < k; i++) printf("%lld ", i);
    printf("%lld\n", n - k * (k - 1) / 2);
}
