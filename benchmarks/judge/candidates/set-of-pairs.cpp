#include <bits/stdc++.h>
using namespace std;
#define int long long
#define pb push_back
#define all(x) (x).begin(), (x).end()
#define rep(i, a, b) for (int i = (a); i < (b); ++i)
const int INF = 1e18;
signed main() {
  ios_base::sync_with_stdio(0); cin.tie(0);
  int n, m;
  cin >> n >> m;
  vector<vector<pair<int, int>>> g(n);
  rep(i, 0, m) {
    int a, b, w; cin >> a >> b >> w; a--; b--;
    g[a].pb({b, w});
  }
  vector<int> d(n, INF), from(n, -1);
  set<pair<int, int>> s;
  d[0] = 0; s.insert({0, 0});
  while (!s.empty()) {
    int u = s.begin()->second; s.erase(s.begin());
    for (auto &e : g[u]) {
      int v = e.first, w = e.second;
      if (d[u] + w < d[v]) {
        s.erase({d[v], v});
        d[v] = d[u] + w; from[v] = u;
        s.insert({d[v], v});
      }
    }
  }
  rep(i, 0, n) cout << (d[i] >= INF ? -1 : d[i]) << (i + 1 == n ? '\n' : ' ');
  if (d[n - 1] >= INF) cout << "none\n";
  else {
    vector<int> path;
    for (int v = n - 1; v != -1; v = from[v]) path.pb(v + 1);
    reverse(all(path));
    for (int v : path) cout << v << ' ';
    cout << '\n';
  }
}
