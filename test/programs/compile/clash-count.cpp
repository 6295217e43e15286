#include <bits/stdc++.h>
using namespace std;
int count = 0;
int main() { int x; while (cin >> x) count += x; cout << count << '\n'; }
