#include <stdio.h>
static const char *names[] = {"zero", "one", "two", "three", "four", "five"};
int primes[] = {2, 3, 5, 7, 11, 13};
double halves[] = {0.5, 1.5, 2.5};
int main() { int n; scanf("%d", &n); printf("%s %d %.2f\n", names[n], primes[n], halves[n % 3]); return 0; }
