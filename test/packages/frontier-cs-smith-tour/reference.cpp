#include <cstdio>
#include <vector>

// Always to the nearest point that is left.
int main() {
    int n;
    scanf("%d", &n);
    std::vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++) scanf("%lld %lld", &x[i], &y[i]);
    std::vector<bool> seen(n);
    for (int at = 0, count = 0; count < n; count++) {
        seen[at] = true;
        printf("%d ", at + 1);
        int next = -1;
        long long best = 0;
        for (int i = 0; i < n; i++) {
            long long d = (x[i] - x[at]) * (x[i] - x[at]) + (y[i] - y[at]) * (y[i] - y[at]);
            if (!seen[i] && (next < 0 || d < best)) {
                next = i;
                best = d;
            }
        }
        at = next;
    }
    puts("");
}
