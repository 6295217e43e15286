#include "testlib.h"
#include "params.h"

int main() {
    registerValidation();
    int n = inf.readInt(1, N_AND_Q_MAX, "N");
    inf.readSpace();
    int q = inf.readInt(1, N_AND_Q_MAX, "Q");
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        if (i > 0) inf.readSpace();
        inf.readInt(A_MIN, A_MAX, "a");
    }
    inf.readEoln();
    for (int i = 0; i < q; i++) {
        int l = inf.readInt(0, n - 1, "l");
        inf.readSpace();
        inf.readInt(l + 1, n, "r");
        inf.readEoln();
    }
    inf.readEof();
}
