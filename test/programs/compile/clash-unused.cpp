#include <bits/stdc++.h>
using namespace std;
int prev[5], next_one;
int main() { cout << sizeof ::prev << '\n'; }
