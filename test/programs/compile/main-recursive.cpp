#include <bits/stdc++.h>
using namespace std;
int depth_now = 0;
int main() { if (++depth_now < 3) return main(); cout << depth_now << '\n'; return 0; }
