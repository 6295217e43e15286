#include <iostream>
#include <string>

int main() {
  int n;
  std::string s;
  std::cin >> n >> s;
  int open = 0, unmatched = 0;
  for (char c : s) {
    if (c == '(') open++;
    else if (open > 0) open--;
    else unmatched++;
  }
  std::cout << (open + 1) / 2 + (unmatched + 1) / 2 << "\n";
}
