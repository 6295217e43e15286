#include <cstdio>
#include <cstdlib>
#include <random>

int main(int, char* argv[]) {
    int seed = atoi(argv[1]);
    std::mt19937 draw(seed);
    int n = 6 + draw() % 20, m = 3 + draw() % 15;
    printf("%d %d\n", n, m);
    for (int i = 0; i < m; i++) {
        int u = draw() % n, v = draw() % n;
        if (seed % 2 == 0) u = u / 2 * 2, v = v / 2 * 2 + 1;
        printf("%d %d\n", u, v < n ? v : n - 1 - n % 2);
    }
}
