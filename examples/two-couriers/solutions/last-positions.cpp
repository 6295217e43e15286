#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    // Places 0 and 1 are the starts, place i + 1 is call i.
    std::vector<int> place(n + 2);
    for (int& x : place) std::cin >> x;

    // best[j]: one courier stands at the place served last, the other one at place j.
    const long long unreachable = 1e18;
    std::vector<long long> best(n + 2, unreachable);
    best[0] = 0;
    for (int i = 2; i < n + 2; ++i) {
        const long long step = std::abs(place[i] - place[i - 1]);
        long long swapped = unreachable;
        for (int j = 0; j < i - 1; ++j) {
            swapped = std::min(swapped, best[j] + std::abs(place[i] - place[j]));
            best[j] += step;
        }
        best[i - 1] = swapped;
    }
    std::cout << *std::min_element(best.begin(), best.end() - 1) << '\n';
}
