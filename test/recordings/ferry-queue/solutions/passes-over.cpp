#include <bitset>
#include <iostream>

int main() {
    int n, d;
    std::cin >> n >> d;
    std::bitset<10001> left;
    left[0] = 1;
    int total = 0, best = 0;
    bool isOver = false;
    for (int i = 0; i < n; i++) {
        int v;
        std::cin >> v;
        if (isOver || v > d) continue;
        total += v;
        left |= left << v;
        bool fits = false;
        for (int s = 0; s <= d && !fits; s++) fits = left[s] && total - s <= d;
        if (fits) best++;
        else isOver = true;
    }
    std::cout << best << "\n";
}
