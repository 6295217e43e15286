#include <bits/stdc++.h>
using namespace std;
struct H { size_t operator()(pair<int, int> p) const { return p.first * 1000003u ^ p.second; } };
unordered_map<pair<int, int>, int, H> cache_of;
int paths(int i, int j) { if (!i || !j) return 1; auto k = make_pair(i, j); auto it = cache_of.find(k); if (it != cache_of.end()) return it->second; return cache_of[k] = (paths(i - 1, j) + paths(i, j - 1)) % 1000007; }
int main() { cout << paths(60, 60) << ' ' << cache_of.size() << '\n'; }
