#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
  for (const char* path : {"/dev/mem", "/dev/kmem", "/dev/port", "/dev/sda", "/dev/vda", "/dev/tty", "/dev/console",
                           "/dev/kmsg", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/dev/ptmx", "/dev/shm"})
    if (open(path, O_RDONLY) >= 0 || open(path, O_WRONLY) >= 0) printf("GOT %s\n", path);
}
