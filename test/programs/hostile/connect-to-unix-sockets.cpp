#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <cstddef>
int main() {
  char secret[256], path[100];
  int port;
  if (scanf("%255s %d %99s", secret, &port, path) != 3) return 1;
  for (int is_abstract : {0, 1}) {
    sockaddr_un to = {};
    to.sun_family = AF_UNIX;
    strcpy(to.sun_path + is_abstract, path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    socklen_t size = (socklen_t)(offsetof(sockaddr_un, sun_path) + (size_t)is_abstract + strlen(to.sun_path + is_abstract));
    if (connect(fd, (sockaddr*)&to, size) == 0) puts("GOT connected");
  }
}
