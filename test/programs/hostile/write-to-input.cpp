#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
int main() {
  if (write(0, "changed", 7) > 0) puts("GOT the input written");
  if (ftruncate(0, 0) == 0) puts("GOT the input cut");
  void* map = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
  if (map != MAP_FAILED) puts("GOT the input mapped");
  if (open("/dev/stdin", O_RDWR) >= 0) puts("GOT the input again");
}
