#include <bits/stdc++.h>
using namespace std;
namespace graph {
struct Road { int target; long long length; };
using Roads = vector<Road>;
using Network = vector<Roads>;
Network read(istream &in, int towns, int count_of) { Network net(towns + 1); for (int i = 0; i < count_of; ++i) { int a, b; long long w; in >> a >> b >> w; net[a].push_back({b, w}); } return net; }
}
template <class Weight = long long> struct Result { vector<optional<Weight>> cost; vector<int> via; };
auto solve(const graph::Network &net) {
  Result<> r; r.cost.resize(net.size()); r.via.assign(net.size(), 0);
  auto later = [](const auto &x, const auto &y) { return get<0>(x) > get<0>(y); };
  priority_queue<tuple<long long, int, int>, vector<tuple<long long, int, int>>, decltype(later)> todo(later);
  todo.emplace(0, 1, 0);
  while (!todo.empty()) { auto [c, v, f] = todo.top(); todo.pop(); if (r.cost[v].has_value()) continue; r.cost[v] = c; r.via[v] = f; for (const auto &road : net[v]) if (!r.cost[road.target]) todo.emplace(c + road.length, road.target, v); }
  return r;
}
int main() {
  int n, m; cin >> n >> m;
  const auto net = graph::read(cin, n, m); const auto r = solve(net);
  for (int i = 1; i <= n; ++i) cout << r.cost[i].value_or(-1) << (i == n ? '\n' : ' ');
  if (!r.cost[n]) { cout << "none" << endl; return 0; }
  vector<int> path; for (int v = n; v; v = r.via[v]) path.push_back(v);
  for_each(path.rbegin(), path.rend(), [](int v) { cout << v << ' '; }); cout << endl;
}
