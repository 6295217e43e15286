#include <stdio.h>
#include <stdlib.h>
int a[100005], n;
static int compare(const void *p, const void *q) { int x = *(const int *)p, y = *(const int *)q; return (x > y) - (x < y); }
int main(void) { scanf("%d", &n); for (int i = 0; i < n; i++) scanf("%d", &a[i]); qsort(a, n, sizeof a[0], compare);
  for (int i = 0; i < n; i++) printf("%d ", a[i]); puts(""); return 0; }
