#include <cstdio>
#include <cstring>

int main() {
  char word[16], end;
  long number;
  if (std::scanf("%15[a-z]%c", word, &end) != 2 || std::strcmp(word, "encode") != 0 || end != '\n') return 43;
  if (std::scanf("%ld%c", &number, &end) != 2 || end != '\n' || std::getchar() != EOF) return 43;
  return number >= 0 && number < 1 << 20 ? 42 : 43;
}
