#include <cstdio>

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    assign(n, m);
}
