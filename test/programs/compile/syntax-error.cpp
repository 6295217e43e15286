#include <bits/stdc++.h>
using namespace std;
int main() { int x = ; cout << x << '\n' }
