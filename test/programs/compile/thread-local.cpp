#include <bits/stdc++.h>
using namespace std;
thread_local int here = 5;
int main() { here++; cout << here << '\n'; }
