#include <bits/stdc++.h>
using namespace std;
vector<int> adj[100005];
map<string, vector<int>> names;
set<pair<int, int>> seen;
string word = "start";
vector<long long> weights(10, 7);
int main() {
  int n; cin >> n;
  for (int i = 0; i < n; i++) { int x; cin >> x; adj[x].push_back(i); seen.insert({x, i}); names[word + to_string(x)].push_back(i); }
  for (auto &[k, v] : names) { cout << k << ':'; for (int x : v) cout << ' ' << x; cout << '\n'; }
  cout << seen.size() << ' ' << accumulate(weights.begin(), weights.end(), 0LL) << endl;
}
