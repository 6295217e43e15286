#include <bits/stdc++.h>
using namespace std;
#define CLOSE }
int a = 1;
CLOSE
int main() { cout << a << '\n'; }
