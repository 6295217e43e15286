#include <bits/stdc++.h>
using namespace std;
int main() { int x = 7; if (x > 3) cout << "three\n"; else return 9; }
