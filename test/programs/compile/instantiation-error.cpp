#include <bits/stdc++.h>
using namespace std;
struct S { int x; };
int main() { set<S> s; s.insert({1}); cout << s.size() << '\n'; }
