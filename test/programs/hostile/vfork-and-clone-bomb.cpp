#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <csignal>
int main() {
  for (int i = 0; i < 100000; i++) {
    if (vfork() == 0) _exit(0);
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) for (;;) pause();
    if (syscall(435, nullptr, 0) == 0) for (;;) pause();
  }
}
