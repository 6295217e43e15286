#include <iostream>
int main() {
  std::cout << best
}
