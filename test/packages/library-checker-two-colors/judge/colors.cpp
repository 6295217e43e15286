#include "testlib.h"

#include <utility>
#include <vector>

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt(), m = inf.readInt();
    std::vector<std::pair<int, int>> edges(m);
    for (auto& edge : edges) {
        edge.first = inf.readInt();
        edge.second = inf.readInt();
    }
    auto read = [&](InStream& in) {
        int first = in.readInt(-1, 1, "color");
        if (first == -1) return false;
        std::vector<int> color(n, first);
        for (int i = 1; i < n; i++) color[i] = in.readInt(0, 1, "color");
        for (auto& edge : edges) {
            if (color[edge.first] == color[edge.second]) in.quitf(_wa, "%d and %d are alike", edge.first, edge.second);
        }
        return true;
    };
    bool jury = read(ans), own = read(ouf);
    if (own && !jury) quitf(_fail, "the jury found no coloring");
    if (jury && !own) quitf(_wa, "there is a coloring");
    quitf(_ok, "%s", own ? "colored" : "impossible");
}
