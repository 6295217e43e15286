#define _GNU_SOURCE
#include "program.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cgroup.h"
#include "frames.h"
#include "plain.h"
#include "seccomp.h"
#include "spawn.h"
#include "user.h"

enum { SYS_PIDFD_OPEN = 434, MAX_OPEN_FILES = 64, ADDRESS_SLACK_BYTES = 64 << 20 };

static const struct spec *slot;
static int own_pid_fd;
static pid_t slot_init;       /* first process of the one PID namespace, where one serves all runs */
static uint64_t clone_secret; /* not 0: the filter is inherited from us, and this gets our clones past it */
static pid_t worker;
static int has_filter = 1;

/* Shared with the starting child, which runs in our memory until it execs. */
static struct {
  const struct command *command;
  int stdout_fd, stderr_fd;
  unsigned long other_tasks; /* of the same user, ours included */
  volatile int is_inside; /* the group that it is started in */
  const char *volatile failed_step;
  volatile int failed_errno;
} start;

static int idle_init(void *unused) {
  for (;;) pause();
  return unused != NULL;
}

/* Makes a PID namespace for our next children, and its first process. */
static pid_t enter_pid_namespace(void) {
  static uint8_t stack[16 << 10] __attribute__((aligned(16)));
  if (unshare(CLONE_NEWPID) < 0) die_errno("make a PID namespace");
  pid_t init = clone(idle_init, stack + sizeof stack, CLONE_VM | CLONE_FILES | SIGCHLD, NULL);
  if (init < 0) die_errno("start the first process of a PID namespace");
  return init;
}

static int try_filter(void *unused) {
  (void)unused;
  _exit(install_filter() < 0 ? 1 : 0);
}

/* Tier N goes on without a filter where the kernel has none. */
static int is_filter_possible(void) {
  static uint8_t stack[16 << 10] __attribute__((aligned(16)));
  int status = 1;
  pid_t child = clone(try_filter, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0 && status == 0;
}

void prepare_programs(const struct spec *spec, int is_linked) {
  struct filter_options options = {.allows_processes = spec->allows_processes};
  slot = spec;
  worker = getpid();
  own_pid_fd = (int)syscall(SYS_PIDFD_OPEN, worker, 0);
  if (own_pid_fd < 0) die_errno("pidfd_open");
  if (has_namespaces(spec) && !spec->allows_processes) slot_init = enter_pid_namespace();
  /* The worker must not need what the filter refuses: it mounts a new /work for each run, where there is one. */
  if (slot_init && !spec->work_bytes && !is_linked &&
      getrandom(&clone_secret, sizeof clone_secret, 0) != sizeof clone_secret)
    die_errno("getrandom");
  options.clone_secret = clone_secret;
  options.refuses_memory_files = !has_memory_group();
  if (!has_namespaces(spec)) fill_plain_filter(spec, &options);
  build_filter(&options);
  /* Programs start where the worker is, but in a /work that is made anew for each. */
  if ((has_namespaces(spec) ? chdir("/box") : fchdir(plain_start_directory())) < 0) die_errno("chdir");
  if (clone_secret && install_filter() < 0) die_errno("seccomp");
  if (spec->tier == 'N' && !is_filter_possible()) {
    has_filter = 0;
    add_shortfall("this kernel has no system-call filter: programs can use the network and make processes");
  }
}

pid_t begin_run_namespace(void) { return has_namespaces(slot) && !slot_init ? enter_pid_namespace() : 0; }

void return_from_run_namespace(void) {
  if (setns(own_pid_fd, CLONE_NEWPID) < 0) die_errno("return to the slot's PID namespace");
}

static int failed(const char *step) {
  start.failed_errno = errno;
  start.failed_step = step;
  _exit(127);
}

static int set_limit(int resource, uint64_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit);
}

static void limit_program(const struct limits *limits) {
  uint64_t processes = limits->process_count + start.other_tasks;
  if (slot->tier == 'U') processes += 3; /* ours count there too */
  if (slot->tier == 'B') processes += 2;
  if (set_limit(RLIMIT_STACK, limits->stack_bytes) < 0) failed("limit the stack");
  if (set_limit(RLIMIT_NOFILE, MAX_OPEN_FILES) < 0) failed("limit open files");
  if (set_limit(RLIMIT_FSIZE, slot->work_bytes) < 0) failed("limit file size");
  if (set_limit(RLIMIT_CPU, limits->cpu_ns / 1000000000u + 2) < 0) failed("limit CPU time");
  if (set_limit(RLIMIT_NPROC, processes) < 0) failed("limit processes");
  if (has_memory_group() || limits->reserves_address_space) return;
  uint64_t slack = limits->memory_bytes / 4 + limits->stack_bytes + ADDRESS_SLACK_BYTES;
  if (set_limit(RLIMIT_AS, limits->memory_bytes + slack) < 0) failed("limit the address space");
}

/* What holds a program where it has no namespaces of its own. */
static void hold_program(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) failed("prctl(PR_SET_PDEATHSIG)");
  if (getppid() != worker) failed("parent");
  if (confine_program() < 0) failed("landlock_restrict_self");
  set_filter_pid(getpid());
}

/* In the child, between clone and exec, on our memory: only system calls, and nothing of ours may change. */
static int run_child(void *unused) {
  (void)unused;
  const struct command *command = start.command;
  const int is_plain = !has_namespaces(slot);
  if (join_groups(start.is_inside) < 0) failed("join the control groups");
  if (setsid() < 0) failed("setsid");
  if (dup2(command->stdin_fd, 0) < 0 || dup2(start.stdout_fd, 1) < 0 || dup2(start.stderr_fd, 2) < 0) failed("dup2");
  if (!is_plain && slot->work_bytes && chdir("/work") < 0) failed("chdir");
  limit_program(&command->limits);
  if (become_program_user() < 0) failed("change the user");
  if (is_plain) hold_program();
  if (!clone_secret && has_filter && install_filter() < 0) failed("seccomp");
  execve(command->argv[0], command->argv, command->environment);
  return failed("execve");
}

/* Where nothing but a limit of the user's processes holds ours, the others are counted at most once a second. */
static unsigned long count_other_tasks(void) {
  static unsigned long count;
  static time_t counted_at;
  struct timespec now;
  if (has_namespaces(slot) || slot->tier == 'B' || has_own_user) return 0;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  if (counted_at != now.tv_sec) count = count_own_tasks(), counted_at = now.tv_sec;
  return count;
}

pid_t start_program(const struct command *command, int stdout_fd, int stderr_fd, int *program_fd) {
  static uint8_t stack[64 << 10] __attribute__((aligned(16)));
  const struct spawn how = {run_child, stack, sizeof stack, group_to_start_in(), clone_secret};
  start.command = command;
  start.stdout_fd = stdout_fd;
  start.stderr_fd = stderr_fd;
  start.failed_step = NULL;
  start.other_tasks = count_other_tasks();
  return spawn(&how, program_fd, &start.is_inside);
}

const char *find_start_failure(int *number) {
  *number = start.failed_errno;
  return start.failed_step;
}
