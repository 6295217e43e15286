#include <bits/stdc++.h>
using namespace std;
extern "C" int getpagesize(void);
int main() { cout << getpagesize() << '\n'; }
