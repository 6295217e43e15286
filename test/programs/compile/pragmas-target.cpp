#include <bits/stdc++.h>
using namespace std;
#pragma GCC target("avx2")
int a[1024], b[1024];
int main() { for (int i = 0; i < 1024; i++) a[i] = i, b[i] = 2 * i; long long s = 0; for (int i = 0; i < 1024; i++) s += a[i] * b[i]; cout << s << '\n'; }
