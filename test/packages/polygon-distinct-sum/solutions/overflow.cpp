#include <cstdio>

int main() {
    long long n;
    int k;
    scanf("%lld %d", &n, &k);
    int least = (unsigned)k * (k + 1) / 2;
    if (least > n) {
        puts("-1");
        return 0;
    }
    for (int i = 1; i < k; i++) printf("%d ", i);
    printf("%lld\n", n - least + k);
}
