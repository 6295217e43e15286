#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

// By worth a width, the best first.
int main() {
    int n, c;
    scanf("%d %d", &n, &c);
    std::vector<long long> width(n), worth(n);
    for (int i = 0; i < n; i++) scanf("%lld %lld", &width[i], &worth[i]);
    std::vector<int> order(n), chosen;
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return worth[a] * width[b] > worth[b] * width[a]; });
    for (int i : order) {
        if (width[i] > c) continue;
        c -= width[i];
        chosen.push_back(i + 1);
    }
    printf("%d\n", (int)chosen.size());
    for (int i : chosen) printf("%d ", i);
    puts("");
}
