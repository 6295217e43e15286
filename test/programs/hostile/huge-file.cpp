#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
static char chunk[1 << 20];
int main() {
  int fd = open("huge", O_CREAT | O_WRONLY, 0600);
  if (fd < 0) return 0;
  if (ftruncate(fd, 1l << 40) == 0) puts("GOT a sparse terabyte");
  for (int i = 0; i < 4096; i++) if (write(fd, chunk, sizeof chunk) <= 0) return 0;
  puts("GOT four gigabytes of disk");
}
