#include <bits/stdc++.h>
using namespace std;
vector<char> big(50 << 20, 'x');
int main() { cout << count(big.begin(), big.end(), 'x') << '\n'; }
