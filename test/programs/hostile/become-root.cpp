#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <grp.h>
#include <sys/syscall.h>
int main() {
  gid_t none[1] = {0};
  if (setuid(0) == 0 || setresuid(0, 0, 0) == 0 || setreuid(0, 0) == 0) puts("GOT root");
  if (setgid(0) == 0 || setresgid(0, 0, 0) == 0 || setgroups(1, none) == 0) puts("GOT the group of root");
  if (geteuid() == 0 || getuid() == 0) puts("GOT to be root");
  unsigned header[2] = {0x20080522, 0}, data[6] = {~0u, ~0u, 0, ~0u, ~0u, 0};
  if (syscall(SYS_capset, header, data) == 0) puts("GOT capabilities");
}
