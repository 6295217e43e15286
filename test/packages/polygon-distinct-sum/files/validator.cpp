#include "testlib.h"
#include "bounds.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    long long most = validator.group() == "1" ? 1000 : MAX_N;
    inf.readLong(1LL, most, "n");
    inf.readSpace();
    inf.readInt(1, MAX_K, "k");
    inf.readEoln();
    inf.readEof();
}
