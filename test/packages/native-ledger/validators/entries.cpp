#include "testlib.h"
int main(int argc, char** argv) {
  registerValidation(argc, argv);
  int n = inf.readInt(1, validator.group() == "small" ? 50 : 3000, "n");
  inf.readEoln();
  inf.readInts(n, -1000000000, 1000000000, "entries");
  inf.readEoln();
  inf.readEof();
}
