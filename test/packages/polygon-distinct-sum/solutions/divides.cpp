#include <cstdio>
#include <cstdlib>

// Takes for granted that there is a way.
int main() {
    long long n, k;
    scanf("%lld %lld", &n, &k);
    long long last = n - k * (k - 1) / 2;
    if (last < k) abort();
    for (long long i = 1; i < k; i++) printf("%lld ", i);
    printf("%lld\n", last);
}
