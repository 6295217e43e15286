#include <bits/stdc++.h>
using namespace std;
int main() {
  freopen("ledger.in", "r", stdin);
  freopen("ledger.out", "w", stdout);
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto& x : a) cin >> x;
  long long best = LLONG_MIN, sum = 0;
  int start = 0, l = 0, r = 0;
  for (int i = 0; i < n; i++) {
    if (sum <= 0) sum = 0, start = i;
    sum += a[i];
    if (sum > best) best = sum, l = start, r = i;
  }
  cout << best << "\n" << l + 1 << " " << r + 1 << "\n";
}
