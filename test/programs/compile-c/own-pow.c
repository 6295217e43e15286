#include <stdio.h>
long long pow(long long b, int e) { long long r = 1; while (e--) r *= b; return r; }
int main() { printf("%lld\n", pow(3, 4)); return 0; }
