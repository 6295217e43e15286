#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
struct Dense {
  vector<vector<ll>> w; int n;
  Dense(int n) : w(n, vector<ll>(n, -1)), n(n) {}
  void put(int a, int b, ll c) { if (w[a][b] < 0 || c < w[a][b]) w[a][b] = c; }
};
int main() {
  int n, m; cin >> n >> m;
  if ((long long)n * n > 25000000) {
    vector<vector<pair<int, int>>> g(n + 1);
    for (int i = 0; i < m; i++) { int a, b, c; cin >> a >> b >> c; g[a].push_back(make_pair(c, b)); }
    for (auto &row : g) sort(row.begin(), row.end());
    vector<ll> d(n + 1, -1); vector<int> p(n + 1, 0);
    priority_queue<tuple<ll, int, int>> q; q.push(make_tuple(0LL, 1, 0));
    while (!q.empty()) { ll c; int v, f; tie(c, v, f) = q.top(); q.pop(); if (d[v] >= 0) continue; d[v] = -c; p[v] = f; for (auto &x : g[v]) if (d[x.second] < 0) q.push(make_tuple(c - x.first, x.second, v)); }
    for (int i = 1; i <= n; i++) cout << d[i] << (i == n ? "\n" : " ");
    if (d[n] < 0) cout << "none\n"; else { vector<int> r; for (int v = n; v; v = p[v]) r.push_back(v); reverse(r.begin(), r.end()); for (int v : r) cout << v << " "; cout << "\n"; }
    return 0;
  }
  Dense net(n);
  for (int i = 0; i < m; i++) { int a, b; ll c; cin >> a >> b >> c; net.put(a - 1, b - 1, c); }
  vector<ll> d(n, -1); vector<int> p(n, -1); vector<bool> done(n); d[0] = 0;
  for (int round = 0; round < n; round++) { int u = -1; for (int i = 0; i < n; i++) if (!done[i] && d[i] >= 0 && (u < 0 || d[i] < d[u])) u = i; if (u < 0) break; done[u] = true; for (int v = 0; v < n; v++) if (net.w[u][v] >= 0 && (d[v] < 0 || d[u] + net.w[u][v] < d[v])) { d[v] = d[u] + net.w[u][v]; p[v] = u; } }
  for (int i = 0; i < n; i++) cout << d[i] << (i + 1 == n ? "\n" : " ");
  if (d[n - 1] < 0) { cout << "none\n"; return 0; }
  vector<int> r; for (int v = n - 1; v >= 0; v = p[v]) r.push_back(v + 1);
  reverse(r.begin(), r.end()); for (size_t i = 0; i < r.size(); i++) cout << r[i] << " "; cout << "\n";
}
