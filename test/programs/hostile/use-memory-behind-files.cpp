#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
static char page[1 << 16];
int main() {
  for (int i = 0; i < 40; i++) {
    int fd = memfd_create("hog", 0);
    for (int j = 0; j < 4096 && fd >= 0; j++) if (write(fd, page, sizeof page) <= 0) break;
  }
}
