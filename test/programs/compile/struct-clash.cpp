#include <bits/stdc++.h>
using namespace std;
struct list { int v; };
struct map { int w; };
int main() { ::list l{3}; cout << l.v << '\n'; }
