#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
int main() {
#ifdef __x86_64__
  ((long (*)(void*))0xffffffffff600400)(nullptr);
#endif
}
