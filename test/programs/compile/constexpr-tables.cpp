#include <bits/stdc++.h>
using namespace std;
constexpr int N = 50;
constexpr array<long long, N> table() { array<long long, N> t{}; t[1] = 1; for (int i = 2; i < N; i++) t[i] = t[i - 1] + t[i - 2]; return t; }
constexpr auto F = table();
static_assert(F[10] == 55);
int main() { cout << F[49] << '\n'; }
