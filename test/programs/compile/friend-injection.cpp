#include <bits/stdc++.h>
using namespace std;
struct A { int x; friend int secret(const A &a) { return a.x; } friend A operator*(A a, int k) { return {a.x * k}; } };
int main() { A a{4}; cout << secret(a * 3) << '\n'; }
