#include <bits/stdc++.h>
using namespace std;
int main() {
  freopen("ledger.in", "r", stdin);
  freopen("ledger.out", "w", stdout);
  int n;
  cin >> n;
  for (int i = 0; i < 100000; i++) cout << "thinking about entry " << i << "\n";
}
