#include <algorithm>
#include <iostream>

// At most seven stamps of 5 cents and four of 1 cent: more could be swapped for fewer.
int main() {
  long long n;
  std::cin >> n;
  long long best = n;
  for (long long fives = 0; fives <= 7; fives++) {
    for (long long ones = 0; ones <= 4; ones++) {
      long long rest = n - 5 * fives - ones;
      if (rest >= 0 && rest % 8 == 0) best = std::min(best, fives + ones + rest / 8);
    }
  }
  std::cout << best << "\n";
}
