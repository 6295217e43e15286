#include <cstdio>

int main() {
    const int n = 100000;
    printf("%d %d\n", n, n - 1);
    for (int i = 1; i < n; i++) printf("%d %d\n", i - 1, i);
}
