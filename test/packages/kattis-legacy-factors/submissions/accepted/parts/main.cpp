#include "divisor.h"

#include <iostream>

int main() {
  long long n;
  std::cin >> n;
  const long long a = smallest_divisor(n);
  if (a == n) std::cout << "prime\n";
  else std::cout << a << " " << n / a << "\n";
}
