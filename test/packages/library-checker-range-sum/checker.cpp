#include "testlib.h"

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    for (int line = 1; !ans.seekEof(); line++) {
        long long expected = ans.readLong();
        long long found = ouf.readLong();
        if (expected != found) quitf(_wa, "line %d: expected %lld, found %lld", line, expected, found);
    }
    if (!ouf.seekEof()) quitf(_wa, "more numbers than queries");
    quitf(_ok, "every sum is right");
}
