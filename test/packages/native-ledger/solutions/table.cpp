#include <bits/stdc++.h>
using namespace std;
int main() {
  freopen("ledger.in", "r", stdin);
  freopen("ledger.out", "w", stdout);
  int n;
  cin >> n;
  vector<long long> sums(30000000, n);
  cout << sums[n] << "\n";
}
