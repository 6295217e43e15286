#include <bits/stdc++.h>
using namespace std;
namespace std { bool operator<(const pair<int, int> &a, const pair<int, int> &b) { return a.second > b.second; } }
int main() { vector<pair<int, int>> v{{1, 1}, {2, 2}, {3, 3}}; sort(v.begin(), v.end()); cout << v[0].first << '\n'; }
