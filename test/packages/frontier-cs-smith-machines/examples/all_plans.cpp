#include <algorithm>
#include <cstdio>
#include <vector>

int n, m;
std::vector<long long> load;
std::vector<int> job_time, plan, best;
long long closing = 1LL << 60;

void place(int job) {
    long long now = *std::max_element(load.begin(), load.end());
    if (now >= closing) return;
    if (job == n) {
        closing = now;
        best = plan;
        return;
    }
    for (int k = 0; k < std::min(m, job + 1); k++) {
        load[k] += job_time[job];
        plan[job] = k;
        place(job + 1);
        load[k] -= job_time[job];
    }
}

int main() {
    scanf("%d %d", &n, &m);
    load.resize(m);
    job_time.resize(n);
    plan.resize(n);
    for (int& t : job_time) scanf("%d", &t);
    place(0);
    for (int machine : best) printf("%d ", machine + 1);
    puts("");
}
