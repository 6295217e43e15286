#include "testlib.h"

#include <algorithm>
#include <vector>

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    int m = inf.readInt();
    std::vector<long long> time(n), in_turn(m), planned(m);
    double total = 0;
    for (int i = 0; i < n; i++) {
        time[i] = inf.readLong();
        in_turn[i % m] += time[i];
        total += time[i];
    }
    for (int i = 0; i < n; i++) planned[ouf.readInt(1, m, "machine") - 1] += time[i];
    if (!ouf.seekEof()) quitf(_pe, "more numbers than jobs");
    double baseline = *std::max_element(in_turn.begin(), in_turn.end());
    double closing = *std::max_element(planned.begin(), planned.end());
    double least = total / m;
    if (baseline <= least) quitf(_fail, "the baseline cannot be improved");
    double ratio = std::max(0.0, (baseline - closing) / (baseline - least));
    double unbounded = std::max(0.0, baseline / closing - 1);
    quitp(ratio, "Closes at %.0f. Ratio: %.9f, RatioUnbounded: %e", closing, ratio, unbounded);
}
