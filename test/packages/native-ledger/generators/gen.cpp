#include "testlib.h"
#include <iostream>
int main(int argc, char** argv) {
  registerGen(argc, argv, 1);
  int n = opt<int>(1), most = opt<int>(2);
  std::cout << n << "\n";
  for (int i = 0; i < n; i++) std::cout << rnd.next(-most / 2, most) << (i + 1 < n ? " " : "\n");
}
