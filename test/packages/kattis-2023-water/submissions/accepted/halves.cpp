#include <iostream>
int main() {
  int n, h, low = 0;
  std::cin >> n >> h;
  int high = n;
  while (low < high) {
    int middle = (low + high + 1) / 2, a;
    std::cout << "? " << middle << std::endl;
    std::cin >> a;
    if (a <= h) low = middle;
    else high = middle - 1;
  }
  std::cout << "! " << low << std::endl;
}
