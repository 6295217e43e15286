#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/file.h>
#include <csignal>
int main() {
  flock(0, LOCK_EX);
  struct flock all = {};
  all.l_type = F_RDLCK;
  fcntl(0, F_SETLK, &all);
  fcntl(0, F_SETLEASE, F_RDLCK);
  fcntl(0, F_SETOWN, getppid());
  fcntl(1, F_SETSIG, SIGKILL);
  fcntl(1, F_SETFL, O_ASYNC | O_NONBLOCK);
}
