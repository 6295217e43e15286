#include <cstdint>
#include <iostream>

int main() {
  int n;
  long long value;
  std::uint32_t sum = 0;
  std::cin >> n;
  while (std::cin >> value) sum += static_cast<std::uint32_t>(value);
  std::cout << "Sum " << static_cast<std::int32_t>(sum) << "\n";
}
