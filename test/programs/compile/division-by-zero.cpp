#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; volatile int z = n - 5; cout << 3 / z << '\n'; }
