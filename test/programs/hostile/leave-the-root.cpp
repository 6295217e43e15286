#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
int main() {
  if (unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0) puts("GOT namespaces");
  if (mount("none", "/", "tmpfs", 0, nullptr) == 0) puts("GOT a mount");
  if (umount2("/box", MNT_DETACH) == 0) puts("GOT an unmount");
  if (chroot(".") == 0) puts("GOT a root");
  if (syscall(SYS_pivot_root, ".", ".") == 0) puts("GOT a new root");
  if (setns(0, 0) == 0) puts("GOT another namespace");
  for (int call : {428, 429, 430, 442})
    if (syscall(call, -100, "/", 0, 0, 0) >= 0) printf("GOT mount call %d\n", call);
}
