#include <bits/stdc++.h>
using namespace std;
char room[400 << 20];
int main() { int n; cin >> n; room[n] = 1; cout << (int)room[5] << '\n'; }
