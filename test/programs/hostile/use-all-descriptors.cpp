#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  int made = 0, pipe_ends[2];
  while (made < 100000 && pipe(pipe_ends) == 0) made++, fcntl(pipe_ends[0], F_SETPIPE_SZ, 1 << 20);
  printf("%s\n", made > 1000 ? "GOT thousands of descriptors" : "few");
}
