#include "testlib.h"

int main() {
    registerValidation();
    int n = inf.readInt(1, 100000, "N");
    inf.readSpace();
    int m = inf.readInt(1, 100000, "M");
    inf.readEoln();
    for (int i = 0; i < m; i++) {
        inf.readInt(0, n - 1, "u");
        inf.readSpace();
        inf.readInt(0, n - 1, "v");
        inf.readEoln();
    }
    inf.readEof();
}
