#include <bits/stdc++.h>
using namespace std;
int main() {
  freopen("ledger.in", "r", stdin);
  freopen("ledger.out", "w", stdout);
  int n;
  cin >> n;
  array<long long, 1000> a{};
  for (int i = 0; i < n; i++) cin >> a.at(i);
  long long best = LLONG_MIN, sum = 0;
  int start = 0, l = 0, r = 0;
  for (int i = 0; i < n; i++) {
    if (sum <= 0) sum = 0, start = i;
    sum += a[i];
    if (sum > best) best = sum, l = start, r = i;
  }
  cout << best << "\n" << l + 1 << " " << r + 1 << "\n";
}
