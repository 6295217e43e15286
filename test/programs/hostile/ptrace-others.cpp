#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/ptrace.h>
int main() {
  for (int pid : {1, (int)getppid()})
    if (ptrace(PTRACE_ATTACH, pid, 0, 0) == 0 || ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) printf("GOT %d\n", pid);
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) puts("GOT traced");
}
