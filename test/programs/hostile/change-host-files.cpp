#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <cstddef>
int main() {
  char secret[256];
  if (scanf("%255s", secret) != 1) return 1;
  if (truncate(secret, 0) == 0) puts("GOT it truncated");
  if (unlink(secret) == 0) puts("GOT it removed");
  if (rename(secret, "taken") == 0) puts("GOT it renamed");
  int fd = open(secret, O_WRONLY | O_APPEND);
  if (fd >= 0) puts("GOT it open for writing");
  chmod(secret, 0);
  utimes(secret, nullptr);
  chown(secret, 1, 1);
  setxattr(secret, "user.x", "y", 1, 0);
}
