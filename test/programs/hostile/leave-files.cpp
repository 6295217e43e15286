#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
int main() {
  for (const char* path : {"left", "../box/left", "/box/left", "/tmp/hostile-left", "/var/tmp/hostile-left", "/dev/shm/hostile-left", "/left"})
    if (open(path, O_CREAT | O_WRONLY, 0666) >= 0 && *path == '/') printf("GOT %s\n", path);
  mkdir("deep", 0700);
  for (int i = 0; i < 300 && chdir("deep") == 0; i++) mkdir("deep", 0700);
  chmod(".", 0);
}
