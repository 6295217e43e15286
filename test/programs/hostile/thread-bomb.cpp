#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <pthread.h>
void* sit(void*) { for (;;) pause(); }
int main() {
  int made = 0;
  for (pthread_t thread; made < 100000 && pthread_create(&thread, nullptr, sit, nullptr) == 0;) made++;
  printf("%s\n", made > 1000 ? "GOT thousands of threads" : "few");
}
