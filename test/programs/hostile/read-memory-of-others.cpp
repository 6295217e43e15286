#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/uio.h>
#include <sys/syscall.h>
int main() {
  char text[64];
  iovec here = {text, sizeof text}, there = {(void*)0x400000, sizeof text};
  if (process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0) puts("GOT memory of the parent");
  if (process_vm_writev(getppid(), &here, 1, &there, 1, 0) > 0) puts("GOT the parent changed");
  int fd = (int)syscall(434, getppid(), 0);
  if (fd >= 0 && syscall(438, fd, 0, 0) >= 0) puts("GOT a descriptor of the parent");
}
