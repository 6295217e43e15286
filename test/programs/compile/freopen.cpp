#include <bits/stdc++.h>
using namespace std;
int main() {
#ifndef ONLINE_JUDGE
  freopen("input.txt", "r", stdin);
#endif
  ios_base::sync_with_stdio(0); cin.tie(0); cout.tie(0);
  int n; cin >> n; cout << n * 2 << "\n"; return 0;
}
