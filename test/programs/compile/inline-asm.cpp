#include <bits/stdc++.h>
using namespace std;
int main() { int x = 5, y; asm("leal 3(%1), %0" : "=r"(y) : "r"(x)); cout << y << '\n'; }
