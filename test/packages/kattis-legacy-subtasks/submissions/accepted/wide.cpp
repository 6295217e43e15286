#include <iostream>

int main() {
  int n;
  long long value, sum = 0;
  std::cin >> n;
  while (std::cin >> value) sum += value;
  std::cout << "Sum " << sum << "\n";
}
