#include <cstdio>
#include <vector>

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<std::vector<int>> next(n);
    while (m--) {
        int u, v;
        scanf("%d %d", &u, &v);
        next[u].push_back(v);
        next[v].push_back(u);
    }
    std::vector<int> color(n, -1), queue;
    for (int start = 0; start < n; start++) {
        if (color[start] >= 0) continue;
        color[start] = 0;
        queue.push_back(start);
        while (!queue.empty()) {
            int u = queue.back();
            queue.pop_back();
            for (int v : next[u]) {
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
    for (int c : color) printf("%d ", c < 0 ? 0 : c);
    puts("");
}
