#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/prctl.h>
#include <linux/seccomp.h>
#include <linux/filter.h>
#include <sys/socket.h>
#include <csignal>
int main() {
  sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program = {1, all};
  prctl(PR_SET_PDEATHSIG, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 0);
  prctl(PR_SET_DUMPABLE, 1);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  if (prctl(PR_SET_KEEPCAPS, 1) == 0 && setuid(0) == 0) puts("GOT root");
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) puts("GOT past the filter");
}
