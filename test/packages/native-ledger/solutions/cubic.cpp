#include <bits/stdc++.h>
using namespace std;
int main() {
  freopen("ledger.in", "r", stdin);
  freopen("ledger.out", "w", stdout);
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto& x : a) cin >> x;
  long long best = LLONG_MIN;
  int from = 0, to = 0;
  for (int l = 0; l < n; l++)
    for (int r = l; r < n; r++) {
      volatile long long sum = 0;
      for (int i = l; i <= r; i++) sum = sum + a[i] % 2000000000;
      if (sum > best) best = sum, from = l, to = r;
    }
  cout << best << "\n" << from + 1 << " " << to + 1 << "\n";
}
