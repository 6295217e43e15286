#include <bits/stdc++.h>
using namespace std;
void last() { puts("last"); }
struct S { ~S() { puts("static gone"); } } s;
int main() { atexit(last); puts("main"); }
