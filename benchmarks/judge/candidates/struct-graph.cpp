#include <bits/stdc++.h>
using namespace std;
struct Edge { int to; long long cost; };
struct State {
  int node; long long cost;
  bool operator<(const State &other) const { return cost > other.cost; }
};
class Graph {
  int size_;
  vector<vector<Edge>> edges_;
public:
  explicit Graph(int size) : size_(size), edges_(size + 1) {}
  void addEdge(int from, int to, long long cost) { edges_[from].push_back(Edge{to, cost}); }
  pair<vector<long long>, vector<int>> shortestPaths(int source) const {
    vector<long long> best(size_ + 1, numeric_limits<long long>::max());
    vector<int> previous(size_ + 1, 0);
    vector<bool> done(size_ + 1, false);
    priority_queue<State> queue_;
    best[source] = 0;
    queue_.push({source, 0});
    while (!queue_.empty()) {
      State top_ = queue_.top(); queue_.pop();
      if (done[top_.node]) continue;
      done[top_.node] = true;
      for (const Edge &edge : edges_[top_.node]) {
        long long candidate = top_.cost + edge.cost;
        if (candidate < best[edge.to]) { best[edge.to] = candidate; previous[edge.to] = top_.node; queue_.push({edge.to, candidate}); }
      }
    }
    return {best, previous};
  }
};
int main() {
  int n, m;
  scanf("%d %d", &n, &m);
  Graph graph(n);
  for (int i = 0; i < m; ++i) { int a, b; long long w; scanf("%d %d %lld", &a, &b, &w); graph.addEdge(a, b, w); }
  auto [best, previous] = graph.shortestPaths(1);
  for (int i = 1; i <= n; ++i) printf("%lld%c", best[i] == numeric_limits<long long>::max() ? -1 : best[i], i == n ? '\n' : ' ');
  if (best[n] == numeric_limits<long long>::max()) puts("none");
  else {
    deque<int> path;
    for (int v = n; v != 0; v = previous[v]) path.push_front(v);
    for (int v : path) printf("%d ", v);
    puts("");
  }
  return 0;
}
