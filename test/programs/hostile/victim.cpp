#include <initializer_list>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
extern char** environ;
void* wait_here(void*) { for (;;) pause(); }
void list_names(const char* path) {
  DIR* dir = opendir(path);
  for (dirent* e; dir && (e = readdir(dir));) if (e->d_name[0] != '.') printf("%s holds %s\n", path, e->d_name);
}
int main() {
  char input[512] = {0};
  ssize_t got = read(0, input, sizeof input - 1);
  printf("read %zd bytes from %ld, flags %d\n", got, (long)lseek(0, 0, SEEK_CUR), fcntl(0, F_GETFL) | fcntl(1, F_GETFL));
  for (int fd = 0; fd < 256; fd++) if (fcntl(fd, F_GETFD) >= 0) printf("descriptor %d\n", fd);
  list_names(".");
  list_names("../box");
  for (char** e = environ; *e; e++) printf("variable %s\n", *e);
  for (int which = 0; which < 16; which++) {
    rlimit limit;
    if (which != RLIMIT_NPROC && getrlimit((__rlimit_resource)which, &limit) == 0) printf("limit %d: %lu\n", which, limit.rlim_cur);
  }
  cpu_set_t processors;
  sched_getaffinity(0, sizeof processors, &processors);
  printf("priority %d, processors %d, session %d\n", getpriority(PRIO_PROCESS, 0), CPU_COUNT(&processors), getsid(0) == getpid());
  printf("dated %d\n", time(nullptr) > 1700000000);
  for (const char* key : {"shmget", "msgget"}) printf("%s %s\n", key, syscall(*key == 's' ? SYS_shmget : SYS_msgget, 0x6861, 0, 0) < 0 ? "fails" : "FOUND");
  int threads = 0;
  for (pthread_t thread; threads < 3 && pthread_create(&thread, nullptr, wait_here, nullptr) == 0;) threads++;
  printf("%d threads\n", threads);
  fflush(stdout);
  _exit(0);
}
