#include <cstdio>

// Writes book 1 twice from three books on.
int main() {
    int n, c, w, v;
    scanf("%d %d %d %d", &n, &c, &w, &v);
    puts(w > c ? "0" : n > 2 ? "2\n1 1" : "1\n1");
}
