#include <cstdlib>
#include <iostream>

int main() {
    int n;
    long long p, q, total = 0;
    std::cin >> n >> p >> q;
    while (n-- > 0) {
        long long x;
        std::cin >> x;
        long long& nearer = std::abs(x - p) <= std::abs(x - q) ? p : q;
        total += std::abs(x - nearer);
        nearer = x;
    }
    std::cout << total << '\n';
}
