#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
void show(const char* path) {
  char text[64] = {0};
  int fd = open(path, O_RDONLY);
  if (fd >= 0 && read(fd, text, 63) > 0) printf("GOT %s: %s\n", path, text);
}
int main() {
  char secret[256];
  if (scanf("%255s", secret) == 1) show(secret);
  for (const char* path : {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/root/.bashrc", "/proc/cpuinfo", "/sys/kernel/notes"})
    show(path);
}
