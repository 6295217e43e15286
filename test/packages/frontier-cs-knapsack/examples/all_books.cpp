#include <cstdio>

// Takes everything, whether it fits or not.
int main() {
    int n, c;
    scanf("%d %d", &n, &c);
    printf("%d\n", n);
    for (int i = 1; i <= n; i++) printf("%d ", i);
}
