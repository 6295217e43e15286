#include <cstdio>
#include <vector>

int main() {
  int count, room;
  if (std::scanf("%d %d", &count, &room) != 2) return 1;
  std::vector<int> weights(count);
  for (int &weight : weights)
    if (std::scanf("%d", &weight) != 1) return 1;
  int best = 0, best_mask = 0;
  for (int mask = 0; mask < 1 << count; mask++) {
    int sum = 0;
    for (int i = 0; i < count; i++)
      if (mask >> i & 1) sum += weights[i];
    if (sum <= room && sum > best) best = sum, best_mask = mask;
  }
  std::printf("%d\n", __builtin_popcount(best_mask));
  for (int i = 0; i < count; i++)
    if (best_mask >> i & 1) std::printf("%d ", i + 1);
  std::puts("");
}
