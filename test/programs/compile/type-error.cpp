#include <bits/stdc++.h>
using namespace std;
int main() { vector<int> v; v.push_back("text"); cout << v.size() << '\n'; }
