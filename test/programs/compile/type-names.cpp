#include <bits/stdc++.h>
using namespace std;
struct Plain {};
int main() { cout << typeid(Plain).name() << '\n'; }
