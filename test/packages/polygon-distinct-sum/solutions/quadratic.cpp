#include <cstdio>

// Lays one brick after the other below every tower that it could belong to.
int main() {
    long long n, k;
    scanf("%lld %lld", &n, &k);
    volatile long long least = 0;
    for (long long tower = 1; tower <= k; tower++) {
        for (long long brick = 0; brick < tower; brick++) least = least + 1;
    }
    if (least > n) {
        puts("-1");
        return 0;
    }
    for (long long i = 1; i < k; i++) printf("%lld ", i);
    printf("%lld\n", n - k * (k - 1) / 2);
}
