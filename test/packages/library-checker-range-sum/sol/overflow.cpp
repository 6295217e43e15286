#include <cstdio>
#include <vector>

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<unsigned> sum(n + 1);
    for (int i = 0; i < n; i++) {
        int a;
        scanf("%d", &a);
        sum[i + 1] = sum[i] + a;
    }
    while (q--) {
        int l, r;
        scanf("%d %d", &l, &r);
        printf("%lld\n", (long long)(int)(sum[r] - sum[l]));
    }
}
