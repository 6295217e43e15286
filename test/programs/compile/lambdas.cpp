#include <bits/stdc++.h>
using namespace std;
int main() {
  int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x;
  function<int(int, int)> go = [&](int i, int best) -> int { return i == n ? best : go(i + 1, max(best, a[i] + 1)); };
  auto fib = [memo = vector<long long>(91, -1)](auto &&self, int k) mutable -> long long { if (k < 2) return k; auto &m = memo[k]; return m >= 0 ? m : m = self(self, k - 1) + self(self, k - 2); };
  sort(a.begin(), a.end(), [](int x, int y) { return x > y; });
  for (int x : a) cout << x << ' ';
  cout << go(0, 0) << ' ' << fib(fib, 80) << '\n';
}
