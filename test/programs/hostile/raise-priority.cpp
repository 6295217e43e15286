#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sched.h>
int main() {
  sched_param first = {99};
  if (setpriority(PRIO_PROCESS, 0, -20) == 0) puts("GOT a better priority");
  if (sched_setscheduler(0, SCHED_FIFO, &first) == 0) puts("GOT real time");
}
