#include <cstdio>
#include <vector>

// Marks each brick by itself, in memory that grows.
int main() {
    long long n, k;
    scanf("%lld %lld", &n, &k);
    std::vector<std::vector<char>> bricks;
    for (long long done = 0; done < n; done += 1000) {
        bricks.emplace_back(1000);
        for (volatile char& mark : bricks.back()) mark = mark + 1;
    }
    if (k * (k + 1) / 2 > n) {
        puts("-1");
        return 0;
    }
    for (long long i = 1; i < k; i++) printf("%lld ", i);
    printf("%lld\n", n - k * (k - 1) / 2);
}
