#pragma GCC optimize("O3,unroll-loops")
#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; long long s = 0; for (int i = 0; i < 1000; i++) for (int x : a) s += x * i; cout << s << '\n'; }
