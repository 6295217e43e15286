#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
#include <linux/netlink.h>
int main() {
  for (int protocol = 0; protocol < 22; protocol++)
    if (socket(AF_NETLINK, SOCK_RAW, protocol) >= 0) printf("GOT netlink %d\n", protocol);
}
