#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() { for (;;) { char* p = (char*)malloc(1 << 20); if (!p) return 1; memset(p, 1, 1 << 20); } }
