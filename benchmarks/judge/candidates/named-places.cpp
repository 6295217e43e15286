#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
map<int, vector<pair<int, ll>>> road_map;
map<int, ll> cost_of;
unordered_map<int, int> came_from;
ll lookup(int v) { auto it = cost_of.find(v); return it == cost_of.end() ? -1 : it->second; }
int main() {
  int n, m;
  cin >> n >> m;
  for (int i = 0; i < m; ++i) { int a, b; ll w; cin >> a >> b >> w; road_map[a].emplace_back(b, w); }
  multimap<ll, pair<int, int>> open_;
  open_.insert({0, {1, 0}});
  while (!open_.empty()) {
    auto it = open_.begin();
    ll c = it->first; auto [v, f] = it->second;
    open_.erase(it);
    if (cost_of.count(v)) continue;
    cost_of[v] = c; came_from[v] = f;
    for (auto &[to, w] : road_map[v]) if (!cost_of.count(to)) open_.insert({c + w, {to, v}});
  }
  ostringstream os;
  for (int i = 1; i <= n; ++i) os << lookup(i) << (i < n ? " " : "\n");
  if (lookup(n) < 0) os << "none\n";
  else { vector<string> parts; for (int v = n; v; v = came_from[v]) parts.push_back(to_string(v)); for (auto it = parts.rbegin(); it != parts.rend(); ++it) os << *it << ' '; os << "\n"; }
  cout << os.str();
}
