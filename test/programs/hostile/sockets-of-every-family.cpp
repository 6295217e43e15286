#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
int main() {
  int pair[2];
  for (int family = 0; family < 46; family++)
    for (int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      if (socket(family, type, 0) >= 0) printf("GOT a socket of family %d\n", family);
      if (family != AF_UNIX && socketpair(family, type, 0, pair) == 0) printf("GOT a pair of family %d\n", family);
    }
}
