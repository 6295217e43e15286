#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/syscall.h>
int main() {
  char block[256] = {0};
  if (syscall(425, 8, block) >= 0) puts("GOT io_uring");
  if (syscall(SYS_bpf, 0, block, sizeof block) >= 0) puts("GOT bpf");
  if (syscall(SYS_perf_event_open, block, 0, -1, -1, 0) >= 0) puts("GOT perf");
  if (syscall(SYS_userfaultfd, 0) >= 0) puts("GOT userfaultfd");
  if (syscall(SYS_fanotify_init, 0, 0) >= 0) puts("GOT fanotify");
  if (syscall(SYS_init_module, block, sizeof block, "") == 0) puts("GOT a module");
  if (syscall(SYS_syslog, 3, block, sizeof block) >= 0) puts("GOT the kernel's log");
  if (syscall(SYS_quotactl, 0, "", 0, block) == 0) puts("GOT quotas");
}
