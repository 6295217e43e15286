#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  if (fork() != 0) _exit(0);
  setsid();
  if (fork() != 0) _exit(0);
  for (;;) sleep(1000);
}
