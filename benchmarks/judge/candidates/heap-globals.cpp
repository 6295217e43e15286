#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
typedef pair<ll, int> pli;
const int MAXN = 200005;
const ll INF = 4e18;
vector<pair<int, ll>> adj[MAXN];
ll dist_to[MAXN];
int parent_of[MAXN];
int n, m;
void dijkstra(int source) {
  fill(dist_to, dist_to + n + 1, INF);
  priority_queue<pli, vector<pli>, greater<pli>> pq;
  dist_to[source] = 0;
  pq.push({0, source});
  while (!pq.empty()) {
    auto [d, u] = pq.top();
    pq.pop();
    if (d > dist_to[u]) continue;
    for (auto [v, w] : adj[u]) {
      if (dist_to[u] + w < dist_to[v]) {
        dist_to[v] = dist_to[u] + w;
        parent_of[v] = u;
        pq.push({dist_to[v], v});
      }
    }
  }
}
int main() {
  ios::sync_with_stdio(false);
  cin.tie(nullptr);
  cin >> n >> m;
  for (int i = 0; i < m; i++) {
    int a, b; ll w;
    cin >> a >> b >> w;
    adj[a].push_back({b, w});
  }
  dijkstra(1);
  for (int i = 1; i <= n; i++) cout << (dist_to[i] == INF ? -1 : dist_to[i]) << " \n"[i == n];
  if (dist_to[n] == INF) { cout << "none\n"; return 0; }
  vector<int> path;
  for (int v = n; v; v = parent_of[v]) path.push_back(v);
  reverse(path.begin(), path.end());
  for (int v : path) cout << v << ' ';
  cout << endl;
  return 0;
}
