#include <bits/stdc++.h>
using namespace std;
typedef long long int64;
typedef unsigned char byte;
int main() { int64 x = 3; cout << x << '\n'; }
