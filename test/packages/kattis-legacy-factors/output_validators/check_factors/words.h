#pragma once
#include <fstream>
#include <string>

const int accept = 42;

inline int reject(const std::string &path, const std::string &message) {
  std::ofstream(path, std::ios::app) << message << "\n";
  return 43;
}

/** A number of at most ten digits, or -1. */
inline long long to_number(const std::string &word) {
  if (word.empty() || word.size() > 10) return -1;
  long long value = 0;
  for (char letter : word) {
    if (letter < '0' || letter > '9') return -1;
    value = value * 10 + (letter - '0');
  }
  return value;
}
