#include <cstdio>

int main() {
  long long n;
  if (std::scanf("%lld", &n) != 1) return 1;
  for (long long a = 2; a * a <= n; a++) {
    if (n % a == 0) {
      std::printf("%lld %lld\n", n / a, a);
      return 0;
    }
  }
  std::puts("prime");
}
