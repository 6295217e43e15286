#include <algorithm>
#include <cstdio>
#include <cstdlib>

// Each job to the machine with the least work, as they come, and with room for ten of them.
int main() {
    int n, m, time[10];
    long long work[10] = {};
    scanf("%d %d", &n, &m);
    if (n > 10) abort();
    for (int i = 0; i < n; i++) {
        scanf("%d", &time[i]);
        int machine = std::min_element(work, work + m) - work;
        work[machine] += time[i];
        printf("%d ", machine + 1);
    }
    puts("");
}
