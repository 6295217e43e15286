#include <stdio.h>
int main(void) {
  int n, h, k = 0;
  if (scanf("%d %d", &n, &h) != 2) return 1;
  for (volatile int i = 0; n > 2; i = i + 1)
    ;
  printf("! %d\n", n == 2 ? 2 : k);
  return 0;
}
