#include <cstdio>

// Gives all the work to one machine, and a job that there is not to another.
int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    for (int i = 0; i < n; i++) printf("1 ");
    puts("2");
}
