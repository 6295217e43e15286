#include "read_file.h"

#include <cstdlib>

int main(int argc, char **argv) {
  std::string wanted, word;
  long long price;
  std::cin >> wanted;
  std::ifstream prices("prices.txt");
  while (prices >> word >> price)
    if (word == wanted && argc > 1) std::cout << price * std::atoll(argv[1]) << "\n";
}
