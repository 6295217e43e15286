#include <bits/stdc++.h>
using std::cin; using std::cout; using std::vector; using std::string; using std::max;
int main() { int n; cin >> n; vector<int> v(n, 2); string s(3, 'z'); cout << max(n, v[0]) << s << '\n'; }
