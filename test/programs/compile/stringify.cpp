#include <bits/stdc++.h>
using namespace std;
#define SHOW(x) cout << #x << '=' << x << '\n'
int main() { int n; cin >> n; SHOW(n + 1); }
