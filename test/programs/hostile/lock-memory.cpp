#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
int main() {
  if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0) puts("GOT memory locked");
  static char big[64 << 20];
  if (mlock(big, sizeof big) == 0) puts("GOT a large block locked");
}
