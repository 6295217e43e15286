#include <iostream>
#include <string>

int main() {
  std::string verb, word;
  std::cin >> verb >> word;
  if (verb == "encode") {
    const int x = std::stoi(word);
    for (int bit = 19; bit >= 0; bit--) std::cout << (x >> bit & 1 ? 'b' : 'a');
    std::cout << "\n";
  } else {
    int x = 0;
    for (char letter : word) x = 2 * x + (letter == 'b');
    std::cout << x << "\n";
  }
}
