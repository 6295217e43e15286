#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <sys/syscall.h>
int main() {
  char word[256];
  int port, pid;
  if (scanf("%255s %d %255s %d", word, &port, word, &pid) != 4) return 1;
  for (int target : {pid, -pid, (int)getppid(), -(int)getppid(), 1})
    for (int sign : {SIGTERM, SIGKILL, SIGSTOP}) {
      kill(target, sign);
      syscall(SYS_tkill, target, sign);
      syscall(SYS_tgkill, target, target, sign);
      siginfo_t info = {};
      syscall(SYS_rt_sigqueueinfo, target, sign, &info);
      int fd = (int)syscall(434, target, 0);
      if (fd >= 0 && syscall(424, fd, sign, nullptr, 0) == 0) puts("GOT a signal through");
    }
}
