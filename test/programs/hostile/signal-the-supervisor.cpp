#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
int main() {
  for (int i = 0; i < 100; i++) for (int sign : {SIGKILL, SIGSTOP, SIGCHLD, SIGTERM, SIGALRM}) kill(getppid(), sign);
  setpgid(0, getppid());
  kill(0, SIGCHLD);
}
