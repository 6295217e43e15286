#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
int main() {
  signal(SIGTERM, SIG_IGN);
  if (kill(-1, SIGTERM) == 0) puts("signalled what there was");
}
