#include <algorithm>
#include <iostream>

// The winner moves by three with each child more; many steps at once while it does not pass the end of the circle.
int main() {
  long long n;
  std::cin >> n;
  long long size = 1, winner = 0;
  while (size < n) {
    long long steps = std::max(1LL, std::min((size - winner - 1) / 2, n - size));
    size += steps;
    winner = (winner + 3 * steps) % size;
  }
  std::cout << winner + 1 << "\n";
}
