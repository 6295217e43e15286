#include <bits/stdc++.h>
using namespace std;
struct Loud { const char *s; Loud(const char *s) : s(s) { printf("hello %s\n", s); } ~Loud() { printf("bye %s\n", s); } };
Loud a("a"), b("b");
static Loud c("c");
int twice(int x) { printf("twice %d\n", x); return 2 * x; }
int early = twice(4);
int main() { static Loud inner("inner"); Loud local("local"); puts("main"); return early - 8; }
