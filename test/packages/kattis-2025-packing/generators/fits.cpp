#include "shared.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  const int count = std::atoi(argv[1]), room = std::atoi(argv[2]);
  std::printf("%d %d\n", count, room);
  for (int i = 0; i < count; i++) std::printf("%d%c", at_least_one(room / count), i + 1 < count ? ' ' : '\n');
}
