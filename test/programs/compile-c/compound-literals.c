#include <stdio.h>
struct p { int x, y; };
int f(struct p v) { return v.x * v.y; }
int main() { int a[3] = {[1] = 5}; printf("%d %d\n", f((struct p){.x = 3, .y = 4}), a[1]); return 0; }
