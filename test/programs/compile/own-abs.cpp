#include <bits/stdc++.h>
using namespace std;
struct Big { long long v; operator int() const { return -1; } };
Big abs(Big b) { return {b.v < 0 ? -b.v : b.v}; }
double power(double a, int b) { return b ? a * power(a, b - 1) : 1; }
int main() { Big b{-5}; cout << abs(b).v << ' ' << abs(-3) << ' ' << abs(-2.5) << ' ' << power(2, 10) << '\n'; }
