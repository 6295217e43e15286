#include <bits/stdc++.h>
using namespace std;
template <class T> ostream &operator<<(ostream &o, const vector<T> &v) { o << '['; for (auto &x : v) o << x << ';'; return o << ']'; }
template <class A, class B> ostream &operator<<(ostream &o, const pair<A, B> &p) { return o << p.first << '/' << p.second; }
template <class T> istream &operator>>(istream &i, vector<T> &v) { for (auto &x : v) i >> x; return i; }
pair<int, int> operator+(pair<int, int> a, pair<int, int> b) { return {a.first + b.first, a.second + b.second}; }
int main() { int n; cin >> n; vector<int> v(n); cin >> v; vector<pair<int, string>> w{{1, "a"}, {2, "b"}}; cout << v << w << (make_pair(1, 2) + make_pair(3, 4)) << '\n'; }
