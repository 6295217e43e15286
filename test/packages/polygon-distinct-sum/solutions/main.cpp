#include <cstdio>

int main() {
    long long n, k;
    scanf("%lld %lld", &n, &k);
    if (k * (k + 1) / 2 > n) {
        puts("-1");
        return 0;
    }
    for (long long i = 1; i < k; i++) printf("%lld ", i);
    printf("%lld\n", n - k * (k - 1) / 2);
}
