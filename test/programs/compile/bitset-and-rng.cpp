#include <bits/stdc++.h>
using namespace std;
mt19937 rng(12345);
bitset<1000> bits;
int main() { for (int i = 0; i < 50; i++) bits[rng() % 1000] = 1; cout << bits.count() << ' ' << uniform_int_distribution<int>(1, 6)(rng) << ' ' << rng() << '\n'; }
