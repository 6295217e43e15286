#include <bits/stdc++.h>
using namespace std;
#define MAX 99
#define NAME "other"
#define rep(i, a, b) for (int i = (a); i < (b); ++i)
int total;
int main() { rep(i, 2, 5) total += i; cout << MAX << NAME << total << '\n'; }
