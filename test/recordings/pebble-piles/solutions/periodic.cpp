#include <iostream>

int main() {
    const int value[7] = {0, 1, 0, 1, 2, 3, 2};
    int k, all = 0;
    std::cin >> k;
    for (int i = 0; i < k; i++) {
        long long n;
        std::cin >> n;
        all ^= value[n % 7];
    }
    std::cout << (all != 0 ? "First\n" : "Second\n");
}
