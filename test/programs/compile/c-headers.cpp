#include <stdio.h>
#include <string.h>
#include <math.h>
#include <bits/stdc++.h>
int main() { char b[20]; int n; scanf("%d", &n); sprintf(b, "%05d", n); printf("%s %zu %.3f\n", b, strlen(b), sqrt(2.0 * n)); return 0; }
