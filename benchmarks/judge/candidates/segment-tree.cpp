#include <bits/stdc++.h>
using namespace std;
using ll = long long;
const ll INF = LLONG_MAX / 4;
template <typename T> struct MinTree {
  int n; vector<pair<T, int>> t;
  MinTree(int n_) { n = 1; while (n < n_) n *= 2; t.assign(2 * n, {INF, -1}); }
  void change(int i, T v) { i += n; t[i] = {v, i - n}; for (i /= 2; i; i /= 2) t[i] = min(t[2 * i], t[2 * i + 1]); }
  pair<T, int> best() const { return t[1]; }
};
int main() {
  ios::sync_with_stdio(false); cin.tie(0);
  int n, m; cin >> n >> m;
  vector<vector<tuple<int, ll>>> roads(n);
  while (m--) { int a, b; ll w; cin >> a >> b >> w; roads[a - 1].emplace_back(b - 1, w); }
  vector<ll> d(n, INF); vector<int> from(n, -1); vector<char> fixed_(n, 0);
  MinTree<ll> tree(n);
  d[0] = 0; tree.change(0, 0);
  while (true) {
    auto [x, u] = tree.best();
    if (x >= INF) break;
    fixed_[u] = 1; tree.change(u, INF);
    for (auto &[v, w] : roads[u]) if (!fixed_[v] && x + w < d[v]) { d[v] = x + w; from[v] = u; tree.change(v, d[v]); }
  }
  for (int i = 0; i < n; i++) { if (i) cout << ' '; cout << (d[i] >= INF ? -1 : d[i]); }
  cout << '\n';
  if (d[n - 1] >= INF) { cout << "none" << '\n'; return 0; }
  function<void(int)> show = [&](int v) { if (v < 0) return; show(from[v]); cout << v + 1 << ' '; };
  show(n - 1); cout << '\n';
}
