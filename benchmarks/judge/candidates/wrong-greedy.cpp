#include <bits/stdc++.h>
using namespace std;
// Follows the cheapest road out of every town: wrong on most graphs.
typedef long long ll;
const int N = 2e5 + 5;
vector<pair<ll, int>> out_of[N];
ll d[N];
int from_[N];
bool seen_[N];
bool cheaper(const pair<ll, int> &a, const pair<ll, int> &b) { return a.first < b.first; }
void visit(int u) { seen_[u] = true; sort(out_of[u].begin(), out_of[u].end(), cheaper); for (auto &p : out_of[u]) if (!seen_[p.second]) { d[p.second] = d[u] + p.first; from_[p.second] = u; visit(p.second); } }
int main() {
  int n, m; scanf("%d %d", &n, &m);
  for (int i = 0; i < m; i++) { int a, b; ll w; scanf("%d %d %lld", &a, &b, &w); out_of[a].push_back({w, b}); }
  visit(1);
  for (int i = 1; i <= n; i++) printf("%lld ", seen_[i] ? d[i] : -1);
  puts("");
  if (!seen_[n]) { puts("none"); return 0; }
  vector<int> path; for (int v = n; v; v = from_[v]) path.push_back(v);
  while (!path.empty()) { cout << path.back() << ' '; path.pop_back(); }
  cout << endl;
}
