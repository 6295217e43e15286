#include <cstdio>
#include <vector>

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<int> a(n);
    for (int& x : a) scanf("%d", &x);
    while (q--) {
        int l, r;
        scanf("%d %d", &l, &r);
        volatile long long sum = 0;
        for (int i = l; i < r; i++) sum = sum + a[i];
        printf("%lld\n", (long long)sum);
    }
}
