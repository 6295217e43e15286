#include <bits/stdc++.h>
using namespace std;
int room[16 << 20];
int main() { for (int i = 0; i < (16 << 20); i += 512) room[i] = i; long long s = 0; for (int i = 0; i < (16 << 20); i += 512) s += room[i]; cout << s << '\n'; }
