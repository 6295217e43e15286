#include "words.h"

#include <cstring>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  std::ifstream input(argv[1]), answer(argv[2]);
  const std::string feedback = std::string(argv[3]) + "/judgemessage.txt";
  bool smallest = false;
  for (int i = 4; i < argc; i++) smallest = smallest || std::strcmp(argv[i], "smallest") == 0;
  long long n = 0;
  std::string jury;
  if (!(input >> n) || !std::getline(answer, jury)) return 1;
  const bool is_prime = jury == "prime";
  std::string first, second, rest;
  if (!(std::cin >> first)) return reject(feedback, "no output");
  if (first == "prime") {
    if (std::cin >> rest) return reject(feedback, "more than one word");
    return is_prime ? accept : reject(feedback, "there is a rectangle");
  }
  if (!(std::cin >> second)) return reject(feedback, "one side is missing");
  if (std::cin >> rest) return reject(feedback, "more than two sides");
  const long long a = to_number(first), b = to_number(second);
  if (a < 2 || b < 2) return reject(feedback, "a side that is no number above one");
  if (a > b) return reject(feedback, "the longer side comes first");
  if (a > n / b || a * b != n) return reject(feedback, "a rectangle of another size");
  if (is_prime) return 1;
  const long long best = to_number(jury.substr(0, jury.find(' ')));
  if (smallest && a != best) return reject(feedback, "not the shortest side");
  return accept;
}
