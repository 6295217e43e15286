#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
int main() {
  for (int fd = 3; fd < 4096; fd++) if (fcntl(fd, F_GETFD) >= 0) printf("GOT descriptor %d\n", fd);
}
