#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

// The longest job first, each to the machine with the least work.
int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<long long> time(n), work(m);
    for (long long& t : time) scanf("%lld", &t);
    std::vector<int> order(n), machine(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return time[a] > time[b]; });
    for (int job : order) {
        machine[job] = std::min_element(work.begin(), work.end()) - work.begin();
        work[machine[job]] += time[job];
    }
    for (int number : machine) printf("%d ", number + 1);
    puts("");
}
