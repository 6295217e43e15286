#include <bits/stdc++.h>
using namespace std;
int main() { string line; int k = 0; while (getline(cin, line)) { istringstream in(line); int x, s = 0; while (in >> x) s += x; cout << ++k << ':' << s << '\n'; } }
