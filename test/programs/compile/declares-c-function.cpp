#include <bits/stdc++.h>
using namespace std;
int getchar_unlocked(void);
int main() { cout << getchar_unlocked() << '\n'; }
