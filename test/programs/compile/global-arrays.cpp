#include <bits/stdc++.h>
using namespace std;
const int N = 200005;
int n, a[N], tree[4 * N];
void update(int v, int l, int r, int i, int x) {
  if (l == r) { tree[v] += x; return; }
  int m = (l + r) / 2;
  if (i <= m) update(2 * v, l, m, i, x); else update(2 * v + 1, m + 1, r, i, x);
  tree[v] = tree[2 * v] + tree[2 * v + 1];
}
int main() {
  scanf("%d", &n);
  for (int i = 0; i < n; i++) { scanf("%d", a + i); update(1, 0, n - 1, i, a[i]); }
  printf("%d\n", tree[1]);
}
