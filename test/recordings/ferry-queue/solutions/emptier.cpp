#include <iostream>

int main() {
    int n, d, best = 0;
    std::cin >> n >> d;
    int a = 0, b = 0;
    bool isOver = false;
    for (int i = 0; i < n; i++) {
        int v;
        std::cin >> v;
        int& lane = a <= b ? a : b;
        if (isOver || lane + v > d) {
            isOver = true;
            continue;
        }
        lane += v;
        best++;
    }
    std::cout << best << "\n";
}
