#include <bit>
#include <cstdint>
#include <iostream>

int main() {
  std::uint64_t n;
  std::cin >> n;
  int ones = std::popcount(n);
  std::cout << (ones == 0 ? 1 : std::uint64_t{1} << (ones - 1)) << "\n";
}
