#include <bits/stdc++.h>
using namespace std;
template <class T, class F> struct SegTree {
  int n; vector<T> t; F f; T id;
  SegTree(int n, T id, F f) : n(n), t(2 * n, id), f(f), id(id) {}
  void set(int i, T v) { for (t[i += n] = v; i > 1; i >>= 1) t[i >> 1] = f(t[i], t[i ^ 1]); }
  T get(int l, int r) { T a = id; for (l += n, r += n; l < r; l >>= 1, r >>= 1) { if (l & 1) a = f(a, t[l++]); if (r & 1) a = f(a, t[--r]); } return a; }
};
template <int M> struct Mod { int v; Mod(long long x = 0) : v((x % M + M) % M) {} Mod operator*(Mod o) const { return 1LL * v * o.v; } Mod operator+(Mod o) const { return v + o.v; } friend ostream &operator<<(ostream &o, Mod m) { return o << m.v; } };
using mint = Mod<998244353>;
int main() {
  auto mx = [](int a, int b) { return max(a, b); };
  int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; SegTree<int, decltype(mx)> s(n, INT_MIN, mx);
  for (int i = 0; i < n; i++) s.set(i, a[i]);
  mint p = 1; for (int x : a) p = p * mint(x + 1000000006LL);
  cout << s.get(1, 4) << ' ' << p << ' ' << p + mint(-1) << '\n';
}
