#include <bits/stdc++.h>
using namespace std;
enum Way { left, right, ws };
int main() { Way w = ::right; cout << w << '\n'; }
