#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  char secret[256], text[64] = {0};
  if (scanf("%255s", secret) != 1) return 1;
  int root = open("/", O_PATH | O_DIRECTORY), fd = openat(root, secret + 1, O_RDONLY);
  if (fd >= 0 && read(fd, text, 63) > 0) printf("GOT %s\n", text);
  fd = open("../../../../../../../../etc/passwd", O_RDONLY);
  if (fd >= 0 && read(fd, text, 63) > 0) printf("GOT %s\n", text);
}
