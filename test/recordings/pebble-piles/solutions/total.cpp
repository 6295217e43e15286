#include <iostream>

int main() {
    int k, all = 0;
    std::cin >> k;
    for (int i = 0; i < k; i++) {
        long long n;
        std::cin >> n;
        all = (all + n % 7) % 7;
    }
    std::cout << (all != 0 && all != 2 ? "First\n" : "Second\n");
}
