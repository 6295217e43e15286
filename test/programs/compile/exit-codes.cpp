#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; cout << n << endl; if (n == 5) return 42; }
