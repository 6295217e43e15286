#include <initializer_list>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sched.h>
int main() {
  char word[256];
  int port, pid;
  if (scanf("%255s %d %255s %d", word, &port, word, &pid) != 4) return 1;
  for (int target : {pid, (int)getppid()}) {
    if (target == 0) continue; // a parent outside of the namespace, whose number would mean ourselves
    rlimit none = {0, 0};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (prlimit(target, RLIMIT_NOFILE, &none, nullptr) == 0) puts("GOT limits of another");
    if (setpriority(PRIO_PROCESS, (id_t)target, 19) == 0) puts("GOT the priority of another");
    if (sched_setaffinity(target, sizeof one, &one) == 0) puts("GOT the processors of another");
  }
}
