#include <bits/stdc++.h>
using namespace std;
void show(int x) { cout << "int " << x << '\n'; }
void show(long long x) { cout << "ll " << x << '\n'; }
void show(double x) { cout << "double " << x << '\n'; }
template <class T> void show(const vector<T> &v) { for (auto x : v) show(x); }
int main() { show(1); show(1LL); show(1.5); show('a'); show(vector<int>{1, 2}); show(vector<double>{.5}); }
