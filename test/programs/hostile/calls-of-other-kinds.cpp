#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
#ifdef __x86_64__
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(0x40000000 | 41), "D"(2), "S"(1), "d"(0) : "rcx", "r11", "memory");
  if (result >= 0) puts("GOT a socket by the x32 way");
  fflush(stdout);
  asm volatile("int $0x80" : "=a"(result) : "a"(359), "b"(2), "c"(1), "d"(0) : "memory");
  if (result >= 0) puts("GOT a socket by the 32-bit way");
#endif
}
