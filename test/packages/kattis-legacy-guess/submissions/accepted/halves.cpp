#include <iostream>
#include <string>

int main() {
  int low = 1, high = 1000;
  std::string answer;
  do {
    const int guess = (low + high) / 2;
    std::cout << guess << std::endl;
    std::cin >> answer;
    if (answer == "lower") high = guess - 1;
    else low = guess + 1;
  } while (answer != "correct");
}
