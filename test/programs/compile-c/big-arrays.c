#include <stdio.h>
#include <string.h>
char big[40 << 20];
int dp[1000][1000];
int main() { memset(big, 1, sizeof big); dp[999][999] = 5; printf("%d %d\n", big[12345], dp[999][999]); return 0; }
