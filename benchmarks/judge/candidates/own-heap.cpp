#include <bits/stdc++.h>
using namespace std;
#define forn(i, n) for (int i = 0; i < int(n); i++)
typedef long long i64;
template <class K> class IndexedHeap {
  vector<int> heap_, where_; vector<K> key_;
  void place(int i, int v) { heap_[i] = v; where_[v] = i; }
  void up(int i) { int v = heap_[i]; while (i && key_[v] < key_[heap_[(i - 1) / 2]]) { place(i, heap_[(i - 1) / 2]); i = (i - 1) / 2; } place(i, v); }
  void down(int i) { int v = heap_[i]; for (;;) { int c = 2 * i + 1; if (c >= (int)heap_.size()) break; if (c + 1 < (int)heap_.size() && key_[heap_[c + 1]] < key_[heap_[c]]) c++; if (!(key_[heap_[c]] < key_[v])) break; place(i, heap_[c]); i = c; } place(i, v); }
public:
  IndexedHeap(int n) : where_(n, -1), key_(n) {}
  bool empty() const { return heap_.empty(); }
  void offer(int v, K k) { if (where_[v] < 0) { heap_.push_back(v); where_[v] = (int)heap_.size() - 1; key_[v] = k; up(where_[v]); } else if (k < key_[v]) { key_[v] = k; up(where_[v]); } }
  int take() { int v = heap_[0]; int l = heap_.back(); heap_.pop_back(); where_[v] = -2; if (!heap_.empty() && l != v) { place(0, l); down(0); } return v; }
  bool taken(int v) const { return where_[v] == -2; }
};
struct Arc { int v, next_arc; i64 w; };
int n, m, head_[200005]; Arc arcs[400005];
int main() {
  scanf("%d%d", &n, &m);
  memset(head_, -1, sizeof head_);
  forn(i, m) { int a, b; i64 w; scanf("%d%d%lld", &a, &b, &w); arcs[i] = {b, head_[a], w}; head_[a] = i; }
  vector<i64> d(n + 1, -1); vector<int> pr(n + 1, 0);
  IndexedHeap<i64> h(n + 1);
  d[1] = 0; h.offer(1, 0);
  while (!h.empty()) { int u = h.take(); for (int e = head_[u]; e >= 0; e = arcs[e].next_arc) { auto &a = arcs[e]; if (h.taken(a.v)) continue; if (d[a.v] < 0 || d[u] + a.w < d[a.v]) { d[a.v] = d[u] + a.w; pr[a.v] = u; h.offer(a.v, d[a.v]); } } }
  forn(i, n) printf("%lld%c", d[i + 1], " \n"[i + 1 == n]);
  if (d[n] < 0) { puts("none"); return 0; }
  vector<int> res; for (int v = n; v > 0; v = pr[v]) res.push_back(v);
  for (int i = (int)res.size() - 1; i >= 0; i--) printf("%d ", res[i]);
  printf("\n");
}
