#include <bits/stdc++.h>
using namespace std;
template <class T> void who() { cout << __PRETTY_FUNCTION__ << '\n'; }
int main() { who<int>(); cout << __func__ << '\n'; }
