#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
#include <netinet/in.h>
int main() {
  char secret[256];
  int port;
  if (scanf("%255s %d", secret, &port) != 2) return 1;
  sockaddr_in to = {};
  to.sin_family = AF_INET, to.sin_port = htons((unsigned short)port), to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int fd = -1; fd < 64; fd++) {
    int use = fd < 0 ? socket(AF_INET, SOCK_STREAM, 0) : fd;
    if (connect(use, (sockaddr*)&to, sizeof to) == 0) puts("GOT connected");
    if (sendto(use, "x", 1, MSG_FASTOPEN, (sockaddr*)&to, sizeof to) == 1) puts("GOT sent");
  }
}
