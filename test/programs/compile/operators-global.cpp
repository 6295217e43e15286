#include <bits/stdc++.h>
using namespace std;
struct P { int x, y; };
bool operator<(const P &a, const P &b) { return tie(a.x, a.y) < tie(b.x, b.y); }
istream &operator>>(istream &i, P &p) { return i >> p.x >> p.y; }
ostream &operator<<(ostream &o, const P &p) { return o << '(' << p.x << ',' << p.y << ')'; }
P operator+(P a, P b) { return {a.x + b.x, a.y + b.y}; }
int main() { vector<P> v(2); for (auto &p : v) cin >> p; set<P> s(v.begin(), v.end()); cout << v[0] + v[1] << *s.begin() << '\n'; }
