#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/time.h>
#include <ctime>
#include <csignal>
int main() {
  timespec past = {0, 0};
  if (clock_settime(CLOCK_REALTIME, &past) == 0) puts("GOT the clock set");
  if (sethostname("hostile", 7) == 0) puts("GOT the host named");
  itimerval soon = {{0, 1}, {0, 1}};
  signal(SIGALRM, SIG_IGN);
  setitimer(ITIMER_REAL, &soon, nullptr);
}
