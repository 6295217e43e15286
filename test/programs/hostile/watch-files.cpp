#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/inotify.h>
int main() {
  int fd = inotify_init1(0);
  if (fd >= 0 && inotify_add_watch(fd, "/", IN_ALL_EVENTS) >= 0) puts("GOT a watch");
}
