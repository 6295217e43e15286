/* @EXPECTED_RESULTS@: WRONG-ANSWER
 * @EXPECTED_SCORE@: 60 */
#include <stdio.h>
int main(void) {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  printf("%d\n", n / 3 * 3);
  return 0;
}
