#include "testlib.h"
#include "bounds.h"

#include <set>

long long n;
int k;

// Reads an answer; true if it holds towers.
bool readAnswer(InStream& in) {
    long long first = in.readLong(-1, MAX_N, "height");
    if (first == -1) return false;
    std::set<long long> heights;
    long long sum = 0;
    for (int i = 0; i < k; i++) {
        long long height = i == 0 ? first : in.readLong(1, MAX_N, "height");
        if (height < 1) in.quitf(_wa, "tower %d has height %lld", i + 1, height);
        if (!heights.insert(height).second) in.quitf(_wa, "height %lld is there twice", height);
        sum += height;
    }
    if (sum != n) in.quitf(_wa, "the heights sum to %lld instead of %lld", sum, n);
    return true;
}

int main(int argc, char* argv[]) {
    setName("towers of different heights");
    registerTestlibCmd(argc, argv);
    n = inf.readLong();
    k = inf.readInt();
    bool jury = readAnswer(ans);
    bool own = readAnswer(ouf);
    if (own && !jury) quitf(_fail, "the participant has an answer and the jury has none");
    if (jury && !own) quitf(_wa, "there is an answer");
    quitf(_ok, own ? "%d towers" : "no way", k);
}
