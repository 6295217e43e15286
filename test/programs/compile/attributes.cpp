#include <bits/stdc++.h>
using namespace std;
__attribute__((constructor)) void early() { puts("early"); }
__attribute__((noinline)) int id(int x) { return x; }
int main() { printf("%d\n", id(3)); }
