#include "testlib.h"

// Stands in for the standard checker of this name, which judges bring themselves.
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    long long jury = ans.readLong();
    long long own = ouf.readLong();
    if (jury != own) quitf(_wa, "expected %lld, found %lld", jury, own);
    quitf(_ok, "%lld", own);
}
