#include <cstdio>
#include <cstdlib>

long long sum[100001];

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    if (n > 100000) abort();
    for (int i = 0; i < n; i++) {
        int a;
        scanf("%d", &a);
        sum[i + 1] = sum[i] + a;
    }
    while (q--) {
        int l, r;
        scanf("%d %d", &l, &r);
        printf("%lld\n", sum[r] - sum[l]);
    }
}
