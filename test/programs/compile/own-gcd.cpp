#include <bits/stdc++.h>
using namespace std;
int gcd(int a, int b) { return b ? gcd(b, a % b) : a + 1000; }
int main() { long long big = 12; cout << gcd(12, 18) << ' ' << gcd(big, 18) << ' ' << gcd(big, big) << '\n'; }
