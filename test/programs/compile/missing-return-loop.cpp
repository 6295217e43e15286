#include <bits/stdc++.h>
using namespace std;
int main() { int t; cin >> t; while (t--) { cout << t; if (t == 2) continue; } cout << '\n'; }
