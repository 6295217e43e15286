#include "testlib.h"

#include <algorithm>
#include <cmath>
#include <vector>

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    std::vector<double> x(n), y(n);
    for (int i = 0; i < n; i++) {
        x[i] = inf.readInt();
        y[i] = inf.readInt();
    }
    std::vector<int> plain(n), order(n);
    std::vector<bool> seen(n);
    for (int i = 0; i < n; i++) {
        plain[i] = i;
        order[i] = ouf.readInt(1, n, "point") - 1;
        if (seen[order[i]]) quitf(_wa, "point %d comes twice", order[i] + 1);
        seen[order[i]] = true;
    }
    if (order[0] != 0) quitf(_wa, "the round starts at point %d", order[0] + 1);
    auto measure = [&](const std::vector<int>& round) {
        double length = 0;
        for (int i = 0; i < n; i++) {
            int a = round[i], b = round[(i + 1) % n];
            length += std::hypot(x[a] - x[b], y[a] - y[b]);
        }
        return length;
    };
    double baseline = measure(plain);
    double ratio = baseline > 0 ? std::max(0.0, (baseline - measure(order)) / baseline) : 0;
    quitp(ratio, "Ratio: %.9f", ratio);
}
