#include <iostream>

int main() {
    long long n, k;
    std::cin >> n >> k;
    if (k * (k + 1) / 2 > n) {
        std::cout << -1 << std::endl;
        return 0;
    }
    for (long long i = 1; i < k; i++) std::cout << i << std::endl;
    std::cout << n - k * (k - 1) / 2 << std::endl;
}
