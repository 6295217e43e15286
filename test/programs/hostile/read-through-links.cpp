#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  char secret[256], text[64] = {0};
  if (scanf("%255s", secret) != 1) return 1;
  for (const char* name : {"soft", "hard"}) {
    if ((*name == 's' ? symlink(secret, name) : link(secret, name)) < 0) continue;
    int fd = open(name, O_RDONLY);
    if (fd >= 0 && read(fd, text, 63) > 0) printf("GOT %s\n", text);
  }
}
