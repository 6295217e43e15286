#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/syscall.h>
int main() {
  if (syscall(SYS_mq_open, "hostile", O_CREAT | O_RDWR, 0666, nullptr) >= 0) puts("GOT a message queue");
}
