#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cgroup.h"
#include "frames.h"
#include "seccomp.h"

enum { SYS_PIDFD_OPEN = 434, HEAD_BYTES = 64 << 10 };
enum { MAX_OPEN_FILES = 64, ADDRESS_SLACK_BYTES = 64 << 20 };
static const uint64_t cpu_slack_ns = 5000000; /* killed this far past the limit, so that the figure is beyond it */

struct capture {
  size_t total, kept, limit;
  uint8_t head[HEAD_BYTES];
  int rest_fd; /* what does not fit in `head`; -1 to throw it away */
};

static const struct spec *slot;
static struct capture output, error;
static uint8_t scratch[HEAD_BYTES];
static int own_pid_fd;
static pid_t slot_init;       /* first process of the one PID namespace, where one serves all runs */
static uint64_t clone_secret; /* not 0: the filter is inherited from us, and this gets our clones past it */
static int cpu_count;
static uint32_t cancelled_job;

/* Shared with the starting child, which runs in our memory until it execs. */
static struct {
  const struct command *command;
  int stdout_fd, stderr_fd;
  const char *volatile failed_step;
  volatile int failed_errno;
} start;

static uint64_t now_ns(clockid_t clock) {
  struct timespec t;
  return clock_gettime(clock, &t) < 0 ? 0 : (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

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

void prepare_runs(const struct spec *spec) {
  slot = spec;
  own_pid_fd = (int)syscall(SYS_PIDFD_OPEN, getpid(), 0);
  if (own_pid_fd < 0) die_errno("pidfd_open");
  output.rest_fd = memfd_create("output", MFD_CLOEXEC);
  if (output.rest_fd < 0) die_errno("memfd_create");
  error.rest_fd = -1;
  cpu_count = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (!spec->allows_processes) slot_init = enter_pid_namespace();
  /* The worker must not need what the filter refuses: it mounts a new /work for each run, where there is one. */
  if (!spec->allows_processes && !spec->work_bytes &&
      getrandom(&clone_secret, sizeof clone_secret, 0) != sizeof clone_secret)
    die_errno("getrandom");
  build_filter(spec->allows_processes, clone_secret);
  if (clone_secret && install_filter() < 0) die_errno("seccomp");
}

int is_cancelled(uint32_t job) {
  struct pollfd control = {CONTROL_FD, POLLIN, 0};
  while (poll(&control, 1, 0) > 0) {
    uint32_t number;
    if (read(CONTROL_FD, &number, sizeof number) != sizeof number) _exit(0);
    if (number > cancelled_job) cancelled_job = number;
  }
  return job <= cancelled_job;
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
  uint64_t processes = limits->process_count + (slot->tier == 'U' ? 3 : 0); /* ours count there too */
  if (set_limit(RLIMIT_STACK, limits->stack_bytes) < 0) failed("limit the stack");
  if (set_limit(RLIMIT_NOFILE, MAX_OPEN_FILES) < 0) failed("limit open files");
  if (set_limit(RLIMIT_FSIZE, slot->work_bytes) < 0) failed("limit file size");
  if (set_limit(RLIMIT_CPU, limits->cpu_ns / 1000000000u + 2) < 0) failed("limit CPU time");
  if (set_limit(RLIMIT_NPROC, processes) < 0) failed("limit processes");
  if (has_memory_group()) return;
  uint64_t slack = limits->memory_bytes / 4 + limits->stack_bytes + ADDRESS_SLACK_BYTES;
  if (set_limit(RLIMIT_AS, limits->memory_bytes + slack) < 0) failed("limit the address space");
}

/* In the child, between clone and exec, on our memory: only system calls, and nothing of ours may change. */
static int start_program(void *unused) {
  (void)unused;
  const struct command *command = start.command;
  if (join_memory_group() < 0) failed("join the memory group");
  if (slot->allows_processes && join_cpu_group() < 0) failed("join the CPU group");
  if (setsid() < 0) failed("setsid");
  if (dup2(command->stdin_fd, 0) < 0 || dup2(start.stdout_fd, 1) < 0 || dup2(start.stderr_fd, 2) < 0) failed("dup2");
  if (chdir(slot->work_bytes ? "/work" : "/box") < 0) failed("chdir");
  limit_program(&command->limits);
  if (slot->tier == 'R') {
    if (syscall(SYS_setresgid, program_uid, program_uid, program_uid) < 0) failed("setresgid");
    if (syscall(SYS_setresuid, program_uid, program_uid, program_uid) < 0) failed("setresuid");
  }
  if (!clone_secret && install_filter() < 0) failed("seccomp");
  execve(command->argv[0], command->argv, command->environment);
  return failed("execve");
}

static void keep(struct capture *capture, const uint8_t *from, size_t bytes) {
  size_t room = capture->limit > capture->kept ? capture->limit - capture->kept : 0;
  size_t part = bytes < room ? bytes : room;
  capture->total += bytes;
  if (capture->kept < HEAD_BYTES) {
    size_t here = part < HEAD_BYTES - capture->kept ? part : HEAD_BYTES - capture->kept;
    memcpy(capture->head + capture->kept, from, here);
    capture->kept += here;
    from += here;
    part -= here;
  }
  if (part == 0 || capture->rest_fd < 0) return;
  if (pwrite(capture->rest_fd, from, part, (off_t)(capture->kept - HEAD_BYTES)) != (ssize_t)part)
    die_errno("cannot keep a program's output");
  capture->kept += part;
}

/* One read; 0 at the end of the stream. */
static ssize_t drain(struct capture *capture, int fd) {
  ssize_t got = read(fd, scratch, sizeof scratch);
  if (got > 0) keep(capture, scratch, (size_t)got);
  return got;
}

static void reset_capture(struct capture *capture, size_t limit) {
  if (capture->rest_fd >= 0 && capture->kept > HEAD_BYTES && ftruncate(capture->rest_fd, 0) < 0) die_errno("ftruncate");
  capture->total = capture->kept = 0;
  capture->limit = limit;
}

void reset_output(void) {
  reset_capture(&output, 0);
  reset_capture(&error, 0);
}

struct running {
  pid_t init, program;
  int program_fd, stdout_fd, stderr_fd;
  uint64_t start_ns;
};

static uint64_t read_cpu_ns(const struct running *r) {
  if (slot->allows_processes && has_cpu_group()) return read_group_cpu_ns();
  return now_ns((clockid_t)((~(unsigned)r->program << 3) | 2)); /* CLOCK_PROCESS_CPUTIME_ID of that process */
}

/* Drains output until the program has ended or is to be killed; the cause, if any. */
static enum kill_cause supervise(const struct running *r, const struct limits *limits, uint32_t job) {
  const uint64_t wall_end = r->start_ns + limits->wall_ns, cpu_end = limits->cpu_ns + cpu_slack_ns;
  const uint64_t speed = limits->process_count > 1 ? (uint64_t)cpu_count : 1;
  uint64_t cpu_check = r->start_ns + cpu_end / speed;
  struct pollfd fds[] = {
      {r->program_fd, POLLIN, 0}, {r->stdout_fd, POLLIN, 0}, {r->stderr_fd, POLLIN, 0}, {CONTROL_FD, POLLIN, 0}};
  for (;;) {
    uint64_t now = now_ns(CLOCK_MONOTONIC), wake = cpu_check < wall_end ? cpu_check : wall_end;
    uint64_t pause_ns = wake > now ? wake - now : 0;
    struct timespec timeout = {(time_t)(pause_ns / 1000000000u), (long)(pause_ns % 1000000000u)};
    if (ppoll(fds, 4, &timeout, NULL) > 0) {
      if (fds[1].revents && drain(&output, r->stdout_fd) <= 0) fds[1].fd = -1;
      if (fds[2].revents && drain(&error, r->stderr_fd) <= 0) fds[2].fd = -1;
      if (output.total > limits->output_bytes) return KILL_OUTPUT;
      if (fds[3].revents && is_cancelled(job)) return KILL_CANCEL;
      /* Before the clock: a program that ended in time is not late because we are. */
      if (fds[0].revents) return KILL_NONE;
    }
    now = now_ns(CLOCK_MONOTONIC);
    if (now >= wall_end) return KILL_WALL;
    if (now < cpu_check) continue;
    uint64_t used = read_cpu_ns(r);
    if (used >= cpu_end) return KILL_CPU;
    /* CPU time cannot run faster than this, so nothing is missed while asleep. */
    uint64_t rest_ns = (cpu_end - used) / speed;
    cpu_check = now + (rest_ns > 1000000 ? rest_ns : 1000000);
  }
}

static uint64_t cpu_of(const struct rusage *usage) {
  return ((uint64_t)usage->ru_utime.tv_sec + (uint64_t)usage->ru_stime.tv_sec) * 1000000000u +
         ((uint64_t)usage->ru_utime.tv_usec + (uint64_t)usage->ru_stime.tv_usec) * 1000u;
}

static void not_started(struct outcome *outcome, const char *step, int number) {
  outcome->ending = ENDING_NOT_STARTED;
  snprintf(outcome->reason, sizeof outcome->reason, "%s: %s", step, strerror(number));
}

/* Starts the program; 0 when it runs, or ended before its exec with `start.failed_step` set. */
static int launch(struct running *r, struct outcome *outcome) {
  static uint8_t stack[64 << 10] __attribute__((aligned(16)));
  const int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
  if (!slot_init) r->init = enter_pid_namespace();
  start.failed_step = NULL;
  r->start_ns = now_ns(CLOCK_MONOTONIC);
  r->program = clone(start_program, stack + sizeof stack, flags, NULL, &r->program_fd, (void *)clone_secret);
  int clone_errno = errno;
  if (!slot_init && setns(own_pid_fd, CLONE_NEWPID) < 0) die_errno("return to the slot's PID namespace");
  if (r->program < 0) return not_started(outcome, "clone", clone_errno), -1;
  return 0;
}

static void decide_ending(struct outcome *o, enum kill_cause cause, int status, const struct limits *limits) {
  int is_sigkill = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  int is_sigxcpu = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  if (cause == KILL_NONE && output.total > limits->output_bytes) cause = KILL_OUTPUT;
  if (cause == KILL_NONE && was_memory_killed()) cause = KILL_MEMORY;
  if (cause == KILL_NONE && (is_sigkill || is_sigxcpu) && o->cpu_ns > limits->cpu_ns) cause = KILL_CPU;
  if (cause == KILL_NONE && !has_memory_group() && (o->peak_bytes > limits->memory_bytes || is_sigkill))
    cause = KILL_MEMORY;
  o->ending = cause ? ENDING_KILLED : WIFSIGNALED(status) ? ENDING_SIGNALED : ENDING_EXITED;
  o->value = (uint32_t)(cause ? (int)cause : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

void run_command(const struct command *command, uint32_t job, struct outcome *outcome) {
  int out[2], err[2], status = 0;
  struct rusage program_usage = {0}, init_usage = {0};
  enum kill_cause cause = KILL_NONE;
  memset(outcome, 0, sizeof *outcome);
  reset_capture(&output, command->limits.output_bytes);
  reset_capture(&error, MAX_STDERR_BYTES);
  if (reset_groups(command->limits.memory_bytes) < 0) return not_started(outcome, "set the memory limit", errno);
  if (pipe2(out, O_CLOEXEC) < 0 || pipe2(err, O_CLOEXEC) < 0) die_errno("pipe");
  start.command = command;
  start.stdout_fd = out[1];
  start.stderr_fd = err[1];
  struct running r = {.program_fd = -1, .stdout_fd = out[0], .stderr_fd = err[0]};
  int is_launched = launch(&r, outcome) == 0;
  flush_what_fits();
  if (is_launched) {
    cause = supervise(&r, &command->limits, job);
    if (cause) kill(r.init ? r.init : r.program, SIGKILL);
    while (wait4(r.program, &status, __WALL, &program_usage) < 0 && errno == EINTR) continue;
    close(r.program_fd);
  }
  if (r.init > 0) {
    kill(r.init, SIGKILL);
    while (wait4(r.init, NULL, __WALL, &init_usage) < 0 && errno == EINTR) continue;
  }
  /* Not before: the end of both streams beside the program's own end would wake us twice for nothing. */
  close(out[1]);
  close(err[1]);
  while (drain(&output, out[0]) > 0) continue;
  while (drain(&error, err[0]) > 0) continue;
  close(out[0]);
  close(err[0]);
  if (!is_launched) return;
  outcome->wall_ns = now_ns(CLOCK_MONOTONIC) - r.start_ns;
  /* What was left to the namespace's first process: orphans, counted where there can be any. */
  outcome->cpu_ns = cpu_of(&program_usage) + (slot->allows_processes ? cpu_of(&init_usage) : 0);
  if (slot->allows_processes && has_cpu_group() && cause == KILL_CPU) {
    uint64_t group_ns = read_group_cpu_ns();
    if (group_ns > outcome->cpu_ns) outcome->cpu_ns = group_ns;
  }
  outcome->peak_bytes = read_peak_bytes();
  if (!outcome->peak_bytes) outcome->peak_bytes = (uint64_t)program_usage.ru_maxrss * 1024;
  if (start.failed_step) return not_started(outcome, start.failed_step, start.failed_errno);
  decide_ending(outcome, cause, status, &command->limits);
}

size_t output_bytes(int *is_truncated) {
  *is_truncated = output.total > output.kept;
  return output.kept;
}

void put_output(void) {
  put_bytes(output.head, output.kept < HEAD_BYTES ? output.kept : HEAD_BYTES);
  if (output.kept > HEAD_BYTES) put_file(output.rest_fd, output.kept - HEAD_BYTES);
}

size_t error_bytes(void) { return error.kept; }
void put_error(void) { put_bytes(error.head, error.kept); }
