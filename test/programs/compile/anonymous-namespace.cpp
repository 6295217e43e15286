#include <bits/stdc++.h>
using namespace std;
namespace { int count_all = 0; struct T { int v = 3; } t; }
namespace my { int depth = 4; namespace in { int x = 5; } }
int main() { cout << count_all + t.v + my::depth + my::in::x << '\n'; }
