#include <cstdio>

int main() {
  int n;
  double value, sum = 0;
  if (std::scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n && std::scanf("%lf", &value) == 1; i++) sum += value;
  std::printf("%.4f\n", sum / n);
}
