#include <bits/stdc++.h>
using namespace std;
enum Kind { left_kind, right_kind };
enum { red, green, blue };
enum class Side { left, right };
int main() { cout << right_kind << blue << (int)Side::right << '\n'; }
