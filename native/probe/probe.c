/*
 * A program that tries what no program in the sandbox may do, for the self-test and the tests: `probe MODE [NUMBER|PATH]`.
 * It prints what happened and leaves the judging to its caller.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char block[1 << 16];
static volatile int *volatile nowhere;
extern char **environ;

static const char *name_result(long result) { return result < 0 ? strerrorname_np(errno) : "allowed"; }

static void write_all(int fd, size_t bytes) {
  memset(block, 'x', sizeof block);
  while (bytes > 0) {
    ssize_t put = write(fd, block, bytes < sizeof block ? bytes : sizeof block);
    if (put <= 0) _exit(3);
    bytes -= (size_t)put;
  }
}

/* After computing for so many milliseconds of CPU time: on how many processors it may run. */
static void count_processors(size_t after_ms) {
  cpu_set_t set;
  while (clock() < (clock_t)after_ms * (CLOCKS_PER_SEC / 1000)) continue;
  printf("%d\n", sched_getaffinity(0, sizeof set, &set) < 0 ? -1 : CPU_COUNT(&set));
}

static void copy_input(int prints_count) {
  size_t total = 0;
  for (ssize_t got; (got = read(0, block, sizeof block)) > 0; total += (size_t)got)
    for (ssize_t at = 0, put; !prints_count && at < got; at += put)
      if ((put = write(1, block + at, (size_t)(got - at))) <= 0) _exit(3);
  if (prints_count) printf("%zu\n", total);
}

static void use_memory(size_t bytes) {
  const size_t step = 1 << 20;
  for (size_t used = 0; used < bytes; used += step) {
    char *part = malloc(step);
    if (!part) printf("refused after %zu MiB\n", used / step), exit(4);
    memset(part, 1, step);
  }
  puts("got it all");
}

static __attribute__((noinline)) int use_stack(size_t bytes) {
  volatile char frame[4096];
  frame[0] = frame[4095] = 1;
  return bytes > sizeof frame ? use_stack(bytes - sizeof frame) + frame[0] : frame[4095];
}

static void *sit(void *unused) {
  pause();
  return unused;
}

static void make_threads(size_t count) {
  pthread_attr_t small;
  pthread_t thread;
  size_t made = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 << 10);
  while (made < count && pthread_create(&thread, &small, sit, NULL) == 0) made++;
  printf("%zu\n", made);
  fflush(stdout);
  _exit(0);
}

static void *spin(void *unused) {
  for (volatile unsigned long n = 0;; n++) continue;
  return unused;
}

static void make_child(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) _exit(7);
  int status = 0;
  const char *result = name_result(child);
  if (child > 0) waitpid(child, &status, 0);
  printf("fork %s\nvfork-style %s\nclone3 %s\n", result,
         name_result(syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)),
         name_result(syscall(435, NULL, 0)));
}

static void bomb(void) {
  for (;;) fork();
}

/* One short process after another, for so many milliseconds. */
static void storm(size_t ms) {
  for (clock_t end = clock() + (clock_t)(ms * (CLOCKS_PER_SEC / 1000)); clock() < end;) {
    if (fork() == 0) _exit(0);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
  }
}

static void leave_daemon(void) {
  if (fork() != 0) exit(0);
  setsid();
  if (fork() != 0) exit(0);
  for (;;) pause();
}

static void linger(void) {
  if (fork() == 0) leave_daemon();
  sit(NULL);
}

static void count_children(size_t count) {
  size_t made = 0;
  while (made < count) {
    pid_t child = fork();
    if (child == 0) sit(NULL);
    if (child < 0) break;
    made++;
  }
  printf("%zu\n", made);
}

static void try_network(void) {
  int pair[2];
  printf("inet %s\n", name_result(socket(AF_INET, SOCK_STREAM, 0)));
  printf("inet6 %s\n", name_result(socket(AF_INET6, SOCK_DGRAM, 0)));
  printf("unix %s\n", name_result(socket(AF_UNIX, SOCK_STREAM, 0)));
  printf("netlink %s\n", name_result(socket(AF_NETLINK, SOCK_RAW, 0)));
  printf("pair %s\n", name_result(socketpair(AF_INET, SOCK_STREAM, 0, pair)));
}

static void try_kernel(void) {
  printf("ptrace %s\n", name_result(ptrace(PTRACE_TRACEME, 0, 0, 0)));
  printf("unshare %s\n", name_result(unshare(CLONE_NEWUSER)));
  printf("clone-newuser %s\n", name_result(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)));
  printf("mount %s\n", name_result(syscall(SYS_mount, "x", "/", "tmpfs", 0, NULL)));
  printf("keyctl %s\n", name_result(syscall(SYS_keyctl, 0, -3, 0)));
  printf("bpf %s\n", name_result(syscall(SYS_bpf, 0, NULL, 0)));
  printf("perf %s\n", name_result(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)));
  printf("io_uring %s\n", name_result(syscall(425, 1, NULL)));
  printf("shmget %s\n", name_result(syscall(SYS_shmget, 1, 4096, 01600)));
  printf("process_vm_readv %s\n", name_result(syscall(SYS_process_vm_readv, getpid(), NULL, 0, NULL, 0, 0)));
  printf("setuid-root %s\n", name_result(syscall(SYS_setresuid, 0, 0, 0)));
  printf("raise-nofile %s\n", name_result(setrlimit(RLIMIT_NOFILE, &(struct rlimit){4096, 4096})));
  printf("kill-init %s\n", getpid() == 1 ? "is-init" : kill(1, SIGKILL) < 0 ? strerrorname_np(errno) : "ignored");
}

static void try_reading(const char *path) {
  int fd = open(path, O_RDONLY);
  printf("%s\n", fd < 0 ? strerrorname_np(errno) : read(fd, block, sizeof block) < 0 && errno != EISDIR ? "unreadable" : "open");
}

static void list(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) printf("%s\n", strerrorname_np(errno));
  for (struct dirent *e; dir && (e = readdir(dir));)
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) printf("%s\n", e->d_name);
}

static void try_writing(const char *self) {
  static const char *const places[] = {"/", "/box/", "/dev/", "/tmp/", "/work/", "/usr/", "./"};
  char path[64];
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(path, sizeof path, "%snew", places[i]);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    printf("%s %s\n", places[i], name_result(fd));
    if (fd >= 0) unlink(path);
  }
  printf("program %s\n", name_result(open(self, O_WRONLY)));
  printf("chmod %s\n", name_result(chmod(self, 0777)));
  printf("unlink %s\n", name_result(unlink(self)));
  printf("input-chmod %s\n", name_result(fchmod(0, 0777)));
  printf("input-write %s\n", name_result(write(0, "x", 1)));
}

static void fill_work(size_t bytes) {
  int fd = open("result", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) printf("%s\n", strerrorname_np(errno)), exit(1);
  write_all(fd, bytes);
  if (symlink("/box/probe", "link") < 0 || mkfifo("fifo", 0600) < 0 || mkdir("folder", 0700) < 0) exit(1);
  chmod("result", 0);
  chmod(".", 0);
}

/* Answers every byte with the next one, `count` times; says what came of it on standard error. */
static void converse(size_t count, int begins) {
  unsigned char byte = 'a';
  if (begins && write(1, &byte, 1) != 1) exit(5);
  for (size_t i = 0; i < count; i++) {
    if (read(0, &byte, 1) != 1) fprintf(stderr, "silence after %zu\n", i), exit(6);
    byte++;
    if ((begins && i + 1 == count) || write(1, &byte, 1) == 1) continue;
    fprintf(stderr, "deaf after %zu: %s\n", i, strerrorname_np(errno));
    exit(7);
  }
}

static void show_self(void) {
  printf("uid-is-root %d\n", getuid() == 0 || geteuid() == 0 || getgid() == 0);
  for (int fd = 0; fd < 4096; fd++)
    if (fcntl(fd, F_GETFD) >= 0) printf("fd %d\n", fd);
  printf("offset %ld\n", (long)lseek(0, 0, SEEK_CUR));
  printf("flags %d\n", fcntl(0, F_GETFL) & (O_APPEND | O_NONBLOCK));
  for (char **e = environ; *e; e++) printf("env %s\n", *e);
  fcntl(0, F_SETFL, O_APPEND | O_NONBLOCK);
  fcntl(1, F_SETFL, O_NONBLOCK);
  lseek(0, 1, SEEK_SET);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "hello", *path = argc > 2 ? argv[2] : "/";
  size_t number = strtoull(path, NULL, 10);
  if (!strcmp(mode, "hello")) puts("hello");
  else if (!strcmp(mode, "exit")) return (int)number;
  else if (!strcmp(mode, "signal")) raise((int)number);
  else if (!strcmp(mode, "abort")) abort();
  else if (!strcmp(mode, "crash")) *nowhere = 1;
  else if (!strcmp(mode, "spin")) spin(NULL);
  else if (!strcmp(mode, "spin-twice")) pthread_create(&(pthread_t){0}, NULL, spin, NULL), spin(NULL);
  else if (!strcmp(mode, "spin-child")) fork(), spin(NULL);
  else if (!strcmp(mode, "processors")) count_processors(number);
  else if (!strcmp(mode, "sleep")) sit(NULL);
  else if (!strcmp(mode, "memory")) use_memory(number);
  else if (!strcmp(mode, "stack")) printf("%d\n", use_stack(number) != 0);
  else if (!strcmp(mode, "output")) write_all(1, number);
  else if (!strcmp(mode, "errors")) write_all(2, number);
  else if (!strcmp(mode, "count")) copy_input(1);
  else if (!strcmp(mode, "copy")) copy_input(0);
  else if (!strcmp(mode, "threads")) make_threads(number);
  else if (!strcmp(mode, "child")) make_child();
  else if (!strcmp(mode, "children")) count_children(number);
  else if (!strcmp(mode, "bomb")) bomb();
  else if (!strcmp(mode, "storm")) storm(number);
  else if (!strcmp(mode, "daemon")) leave_daemon();
  else if (!strcmp(mode, "linger")) linger();
  else if (!strcmp(mode, "network")) try_network();
  else if (!strcmp(mode, "kernel")) try_kernel();
  else if (!strcmp(mode, "read")) try_reading(path);
  else if (!strcmp(mode, "list")) list(path);
  else if (!strcmp(mode, "write")) try_writing(argv[0]);
  else if (!strcmp(mode, "work")) fill_work(number);
  else if (!strcmp(mode, "ask")) converse(number, 1);
  else if (!strcmp(mode, "reply")) converse(number, 0);
  else if (!strcmp(mode, "hang-up")) close(0), close(1), usleep((useconds_t)number * 1000);
  else if (!strcmp(mode, "self")) show_self();
  else return 2;
  return 0;
}
