#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
__attribute__((noinline)) int down(volatile int* above) { volatile int here[64] = {*above + 1}; return down(here) + here[0]; }
int main() { volatile int start = 0; return down(&start); }
