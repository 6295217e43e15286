#include <cstdio>
#include <vector>

// Keeps a number for every way to choose from 27 jobs.
int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<int> best(1 << 27, 1);
    for (int i = 0; i < n; i++) printf("%d ", best[i]);
    puts("");
}
