#pragma once

inline long long smallest_divisor(long long n) {
  for (long long a = 2; a * a <= n; a++)
    if (n % a == 0) return a;
  return n;
}
