#include <algorithm>
#include <iostream>

int main() {
    int n, c;
    std::cin >> n >> c;
    int load = 0, walking = 0, largest = 0;
    while (n-- > 0) {
        int a, b;
        std::cin >> a >> b;
        load -= a;
        const int boarding = std::min(b, c - load);
        load += boarding;
        walking += b - boarding;
        largest = std::max(largest, load);
    }
    std::cout << walking << ' ' << largest << '\n';
}
