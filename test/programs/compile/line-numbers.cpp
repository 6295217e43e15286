#include <bits/stdc++.h>
using namespace std;
int main() { cout << __LINE__ << '\n'; }
