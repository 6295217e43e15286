#pragma once
#include <vector>
inline long long sum(const std::vector<long long>& a, int l, int r) {
  long long s = 0;
  for (int i = l; i <= r; i++) s += a[i - 1];
  return s;
}
