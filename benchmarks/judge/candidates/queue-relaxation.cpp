#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
int main() {
  int n, m; cin >> n >> m;
  vector<vector<array<ll, 2>>> g(n + 1);
  for (int i = 0; i < m; i++) { ll a, b, w; cin >> a >> b >> w; g[a].push_back({b, w}); }
  vector<ll> d(n + 1, LLONG_MAX); vector<int> p(n + 1), in(n + 1);
  queue<int> q; q.push(1); d[1] = 0; in[1] = 1;
  while (q.size()) {
    int u = q.front(); q.pop(); in[u] = 0;
    for (auto [v, w] : g[u]) if (d[u] + w < d[v]) {
      d[v] = d[u] + w; p[v] = u;
      if (!in[v]) { in[v] = 1; q.push(v); }
    }
  }
  for (int i = 1; i <= n; i++) cout << (d[i] == LLONG_MAX ? -1LL : d[i]) << (i == n ? "\n" : " ");
  if (d[n] == LLONG_MAX) return cout << "none\n", 0;
  string out; stack<int> st;
  for (int v = n; v; v = p[v]) st.push(v);
  while (!st.empty()) { out += to_string(st.top()) + " "; st.pop(); }
  cout << out << "\n";
}
