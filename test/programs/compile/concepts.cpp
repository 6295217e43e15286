#include <bits/stdc++.h>
using namespace std;
template <class T> concept Number = is_arithmetic_v<T>;
template <Number T> T twice(T x) { return x + x; }
struct V { int a, b; auto operator<=>(const V &) const = default; };
int main() { cout << twice(3) << twice(1.5) << (V{1, 2} < V{1, 3}) << '\n'; for (int x : views::iota(1, 5) | views::filter([](int y) { return y % 2; })) cout << x; cout << '\n'; }
