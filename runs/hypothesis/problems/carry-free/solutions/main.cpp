#include <bitset>
#include <cstdint>
#include <iostream>

int main() {
  std::uint64_t n;
  std::cin >> n;
  std::size_t ones = std::bitset<64>(n).count();
  std::cout << (ones == 0 ? 1 : std::uint64_t{1} << (ones - 1)) << "\n";
}
