#include <fstream>
#include <iostream>
#include <string>

int finish(const char *folder, int code, const std::string &message) {
  std::ofstream(std::string(folder) + "/judgemessage.txt", std::ios::app) << message << "\n";
  return code;
}

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  std::ifstream input(argv[1]);
  int hidden = 0;
  if (!(input >> hidden)) return 1;
  for (int turn = 1; turn <= 10; turn++) {
    int guess = 0;
    if (!(std::cin >> guess)) return finish(argv[3], 43, "no number was said");
    if (guess < 1 || guess > 1000) return finish(argv[3], 43, "out of range");
    if (guess == hidden) {
      std::cout << "correct" << std::endl;
      std::string rest;
      if (std::cin >> rest) return finish(argv[3], 43, "words after the end");
      return finish(argv[3], 42, "found");
    }
    std::cout << (guess > hidden ? "lower" : "higher") << std::endl;
  }
  return finish(argv[3], 43, "too many guesses");
}
