#include <bits/stdc++.h>
using namespace std;
int value = 3;
int main() { int value = 4; cout << value << ::value << '\n'; }
