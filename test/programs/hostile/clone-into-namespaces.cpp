#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sched.h>
#include <sys/syscall.h>
#include <csignal>
int main() {
  for (unsigned long flag : {0x10000000ul, 0x20000000ul, 0x40000000ul, 0x00020000ul, 0x02000000ul}) {
    long child = syscall(SYS_clone, flag | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) printf("GOT a child in namespaces %lx\n", flag);
  }
}
