#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/syscall.h>
int main() {
  if (syscall(SYS_add_key, "user", "hostile", "x", 1, -4) >= 0) puts("GOT a key");
  if (syscall(SYS_keyctl, 0, -4, 1) >= 0) puts("GOT a keyring");
  if (syscall(SYS_request_key, "user", "hostile", nullptr, -4) >= 0) puts("GOT a key back");
}
