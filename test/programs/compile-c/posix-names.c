#include <stdio.h>
int read, write, link[10], access, step, times;
int connect(int a, int b) { return link[a] = b; }
int main() { read = connect(2, 3); printf("%d %d\n", read, link[2]); return 0; }
