#include <bits/stdc++.h>
using namespace std;
int y1 = 3, prev = 4;
int main() { cout << y1 + 1 << '\n'; }
