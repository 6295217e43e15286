#include <bits/stdc++.h>
using namespace std;
#define DECL(a, b) int a##b = 3
DECL(co, unt);
int main() { cout << 1 << '\n'; }
