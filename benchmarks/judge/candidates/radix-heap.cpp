#include <bits/stdc++.h>
using namespace std;
using ull = unsigned long long;
template <class V> struct RadixHeap {
  array<vector<pair<ull, V>>, 65> buckets; ull last_key = 0; size_t items = 0;
  static int bucket_of(ull x) { return x ? 64 - __builtin_clzll(x) : 0; }
  void push(ull k, V v) { buckets[bucket_of(k ^ last_key)].emplace_back(k, v); ++items; }
  pair<ull, V> pop() {
    if (buckets[0].empty()) { int i = 1; while (buckets[i].empty()) ++i; last_key = min_element(buckets[i].begin(), buckets[i].end())->first; for (auto &p : buckets[i]) buckets[bucket_of(p.first ^ last_key)].push_back(p); buckets[i].clear(); }
    auto r = buckets[0].back(); buckets[0].pop_back(); --items; return r;
  }
};
int main() {
  cin.tie(nullptr)->sync_with_stdio(false);
  int n, m; cin >> n >> m;
  vector<int> start(n + 2), to(m), a(m), b(m); vector<ull> w(m), weight(m);
  for (int i = 0; i < m; i++) { cin >> a[i] >> b[i] >> w[i]; start[a[i] + 1]++; }
  partial_sum(start.begin(), start.end(), start.begin());
  auto at = start;
  for (int i = 0; i < m; i++) { to[at[a[i]]] = b[i]; weight[at[a[i]]++] = w[i]; }
  const ull none = ~0ull;
  vector<ull> d(n + 1, none); vector<int> par(n + 1, 0);
  RadixHeap<int> heap_; d[1] = 0; heap_.push(0, 1);
  while (heap_.items) { auto [k, u] = heap_.pop(); if (k != d[u]) continue; for (int i = start[u]; i < start[u + 1]; i++) if (k + weight[i] < d[to[i]]) { d[to[i]] = k + weight[i]; par[to[i]] = u; heap_.push(d[to[i]], to[i]); } }
  for (int i = 1; i <= n; i++) { if (d[i] == none) cout << -1; else cout << d[i]; cout << (i == n ? '\n' : ' '); }
  if (d[n] == none) { cout << "none\n"; exit(0); }
  list<int> path; for (int v = n; v; v = par[v]) path.push_front(v);
  copy(path.begin(), path.end(), ostream_iterator<int>(cout, " ")); cout << '\n';
}
