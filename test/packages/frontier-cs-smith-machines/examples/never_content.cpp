#include <cstdio>

// Looks for a plan that closes before any can.
int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    for (volatile unsigned tries = 0;; tries = tries + 1) {
    }
}
