#include "testlib.h"

#include <algorithm>
#include <vector>

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    int c = inf.readInt();
    std::vector<int> width(n), worth(n);
    for (int i = 0; i < n; i++) {
        width[i] = inf.readInt();
        worth[i] = inf.readInt();
    }
    long long jury = ans.readLong();
    int count = ouf.readInt(0, n, "count");
    std::vector<bool> taken(n);
    long long sum = 0, total = 0;
    for (int i = 0; i < count; i++) {
        int book = ouf.readInt(1, n, "book") - 1;
        if (taken[book]) quitf(_wa, "book %d is there twice", book + 1);
        taken[book] = true;
        sum += width[book];
        total += worth[book];
    }
    if (sum > c) quitf(_wa, "the books are %lld wide, the shelf %d", sum, c);
    double ratio = total / (2.0 * jury);
    quitp(std::min(1.0, ratio), "Value: %lld. Ratio: %.6f, RatioUnbounded: %.6f", total, std::min(1.0, ratio), ratio);
}
