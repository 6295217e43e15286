#include <bits/stdc++.h>
using namespace std;
namespace my { int count = 4; }
using namespace my;
int main() { cout << my::count << '\n'; }
