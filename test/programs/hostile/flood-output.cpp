#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
static char block[1 << 16];
int main() { for (;;) if (write(1, block, sizeof block) < 0) return 1; }
