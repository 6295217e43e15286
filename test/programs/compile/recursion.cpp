#include <bits/stdc++.h>
using namespace std;
int depth(int n) { volatile int pad[8] = {n}; return n == 0 ? 0 : 1 + depth(n - 1) + (pad[0] - n); }
int main() { cout << depth(200000) << '\n'; }
