#include <cstdio>
#include <vector>

// One bit for every pair of vertices: more than 1 GiB of them for the longest path.
int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<bool> is_edge(size_t(n) * n);
    while (m--) {
        int u, v;
        scanf("%d %d", &u, &v);
        is_edge[size_t(u) * n + v] = is_edge[size_t(v) * n + u] = true;
    }
    std::vector<int> color(n, -1), queue;
    for (int start = 0; start < n; start++) {
        if (color[start] >= 0) continue;
        color[start] = 0;
        queue.push_back(start);
        while (!queue.empty()) {
            int u = queue.back();
            queue.pop_back();
            for (int v = 0; v < n; v++) {
                if (!is_edge[size_t(u) * n + v]) continue;
                if (color[v] == color[u]) {
                    puts("-1");
                    return 0;
                }
                if (color[v] >= 0) continue;
                color[v] = 1 - color[u];
                queue.push_back(v);
            }
        }
    }
    for (int c : color) printf("%d ", c);
    puts("");
}
