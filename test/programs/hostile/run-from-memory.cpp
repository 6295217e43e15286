#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
int main() {
  static const char script[] = "#!/bin/sh\necho GOT a shell\n";
  int fd = memfd_create("x", 0);
  if (fd < 0) return 0;
  if (write(fd, script, sizeof script - 1) < 0) return 0;
  char* none[] = {nullptr};
  syscall(SYS_execveat, fd, "", none, none, 0x1000);
}
