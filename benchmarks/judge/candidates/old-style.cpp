#include <bits/stdc++.h>
using namespace std;
#define MAXV 200010
#define MAXE 400010
#define INF 0x3f3f3f3f3f3f3f3fLL
#define fi first
#define se second
#define mp make_pair
typedef long long LL;
typedef pair<LL, int> PLI;
int h[MAXV], e[MAXE], ne[MAXE], idx, pre[MAXV], n, m;
LL w[MAXE], dis[MAXV];
bool st[MAXV];
void add(int a, int b, LL c) { e[idx] = b, w[idx] = c, ne[idx] = h[a], h[a] = idx++; }
inline LL read_number() { LL x = 0, f = 1; char c = getchar(); while (c < '0' || c > '9') { if (c == '-') f = -1; c = getchar(); } while (c >= '0' && c <= '9') { x = x * 10 + c - '0'; c = getchar(); } return x * f; }
void print_path(int v) { if (!v) return; print_path(pre[v]); printf("%d ", v); }
int main() {
  n = read_number(), m = read_number();
  memset(h, -1, sizeof h);
  for (int i = 1; i <= m; i++) { int a = read_number(), b = read_number(); LL c = read_number(); add(a, b, c); }
  memset(dis, 0x3f, sizeof dis);
  dis[1] = 0;
  priority_queue<PLI, vector<PLI>, greater<PLI> > heap;
  heap.push(mp(0LL, 1));
  while (heap.size()) {
    PLI t = heap.top(); heap.pop();
    int ver = t.se;
    if (st[ver]) continue;
    st[ver] = true;
    for (int i = h[ver]; i != -1; i = ne[i]) { int j = e[i]; if (dis[j] > dis[ver] + w[i]) { dis[j] = dis[ver] + w[i]; pre[j] = ver; heap.push(mp(dis[j], j)); } }
  }
  for (int i = 1; i <= n; i++) printf("%lld%c", dis[i] == INF ? -1LL : dis[i], i == n ? '\n' : ' ');
  if (dis[n] == INF) puts("none"); else { print_path(n); puts(""); }
  return 0;
}
