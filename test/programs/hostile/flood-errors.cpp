#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
static char words[1 << 16];
int main() { for (int i = 0; i < 10000; i++) if (write(2, words, sizeof words) < 0) return 1; }
