#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  char text[64] = {0};
  for (const char* path : {"/proc/self/exe", "/proc/self/environ", "/proc/self/maps", "/proc/self/mem", "/proc/self/fd/0"}) {
    // Its own program it may read, by this way too.
    int fd = open(path, strstr(path, "exe") ? O_RDWR : O_RDONLY);
    if (fd >= 0 && read(fd, text, 63) > 0) printf("GOT %s\n", path);
  }
}
