#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "cgroup.h"
#include "frames.h"
#include "link.h"
#include "plain.h"
#include "relay.h"
#include "sweep.h"

static const uint64_t cpu_slack_ns = 5000000; /* killed this far past the limit, so that the figure is beyond it */
static const uint64_t work_check_ns = 50000000;

static const struct spec *slot;
static int cpu_count;
static uint32_t cancelled_job;

static uint64_t now_ns(clockid_t clock) {
  struct timespec t;
  return clock_gettime(clock, &t) < 0 ? 0 : (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void prepare_runs(const struct spec *spec, int is_linked) {
  slot = spec;
  cpu_count = (int)sysconf(_SC_NPROCESSORS_ONLN);
  signal(SIGPIPE, SIG_IGN); /* when Node or a program does not read any more; programs get the default back */
  prepare_captures();
  prepare_programs(spec, is_linked);
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

struct running {
  const struct limits *limits;
  const struct partner *partner;
  pid_t init, program;
  int program_fd, stdout_fd, stderr_fd;
  uint64_t start_ns;
  int is_other_ended; /* the interactor, told by its worker */
};

static uint64_t read_cpu_ns(const struct running *r) {
  if (slot->allows_processes && has_cpu_group()) return read_group_cpu_ns();
  return now_ns((clockid_t)((~(unsigned)r->program << 3) | 2)); /* CLOCK_PROCESS_CPUTIME_ID of that process */
}

static void wait_for_events(struct pollfd *fds, nfds_t count, uint64_t wake_ns) {
  uint64_t now = now_ns(CLOCK_MONOTONIC), pause_ns = wake_ns > now ? wake_ns - now : 0;
  struct timespec timeout = {(time_t)(pause_ns / 1000000000u), (long)(pause_ns % 1000000000u)};
  if (ppoll(fds, count, wake_ns == UINT64_MAX ? NULL : &timeout, NULL) > 0) return;
  for (nfds_t i = 0; i < count; i++) fds[i].revents = 0;
}

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* In the solution's worker: one turn of passing on, and whether the solution has to be killed. */
static int serve_relay(struct running *r, const struct pollfd *link, const struct pollfd *polls) {
  static int has_reported_flood;
  int fds[2];
  if (link->revents && receive_message(r->partner->run, fds).kind == MESSAGE_ENDED) {
    r->is_other_ended = 1;
    has_reported_flood = 0;
    mark_ended(INTERACTOR);
  }
  turn_relay(polls, now_ns(CLOCK_MONOTONIC));
  if (is_flooding(INTERACTOR) && !r->is_other_ended && !has_reported_flood) {
    has_reported_flood = 1;
    send_message(&(struct message){r->partner->run, MESSAGE_FLOOD, 0});
  }
  return is_flooding(SOLUTION);
}

/* Handles what happened; the cause to kill the program for, KILL_NONE with `is_over` when it ended. */
static enum kill_cause serve(struct running *r, struct pollfd *fds, uint32_t job, int *is_over) {
  int descriptors[2];
  if (fds[1].revents && drain(&output, r->stdout_fd) <= 0) fds[1].fd = -1;
  if (fds[2].revents && drain(&error, r->stderr_fd) <= 0) fds[2].fd = -1;
  if (output.total > r->limits->output_bytes) return KILL_OUTPUT;
  if (fds[3].revents && is_cancelled(job)) return KILL_CANCEL;
  if (r->partner->role == ROLE_SOLUTION && serve_relay(r, &fds[4], fds + 5)) return KILL_OUTPUT;
  if (r->partner->role == ROLE_INTERACTOR && fds[4].revents &&
      receive_message(r->partner->run, descriptors).kind == MESSAGE_FLOOD)
    return KILL_OUTPUT;
  *is_over = fds[0].revents != 0;
  return KILL_NONE;
}

/* Serves the program until it has ended or is to be killed; the cause, if any. */
static enum kill_cause supervise(struct running *r, uint32_t job) {
  const struct limits *limits = r->limits;
  const uint64_t wall_end = r->start_ns + limits->wall_ns, cpu_end = limits->cpu_ns + cpu_slack_ns;
  const uint64_t speed = limits->process_count > 1 ? (uint64_t)cpu_count : 1;
  const int watches_work = !has_namespaces(slot) && slot->work_bytes;
  static const nfds_t counts[] = {[ROLE_ALONE] = 4, [ROLE_SOLUTION] = 5 + RELAY_POLLS, [ROLE_INTERACTOR] = 5};
  const enum role role = r->partner->role;
  uint64_t cpu_check = r->start_ns + cpu_end / speed, work_check = r->start_ns + work_check_ns;
  struct pollfd fds[5 + RELAY_POLLS] = {{r->program_fd, POLLIN, 0},
                                        {r->stdout_fd, POLLIN, 0},
                                        {r->stderr_fd, POLLIN, 0},
                                        {CONTROL_FD, POLLIN, 0},
                                        {LINK_FD, POLLIN, 0}};
  for (;;) {
    uint64_t wake = earlier(cpu_check, wall_end);
    int is_over = 0;
    if (watches_work) wake = earlier(wake, work_check);
    if (role == ROLE_SOLUTION) {
      if (r->is_other_ended) fds[4].fd = -1;
      watch_relay(fds + 5);
      wake = earlier(wake, relay_deadline());
    }
    wait_for_events(fds, counts[role], wake);
    enum kill_cause cause = serve(r, fds, job, &is_over);
    /* Before the clock: a program that ended in time is not late because we are. */
    if (cause || is_over) return cause;
    uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (now >= wall_end) return KILL_WALL;
    if (watches_work && now >= work_check) {
      if (is_work_too_large(slot)) return KILL_OUTPUT;
      work_check = now_ns(CLOCK_MONOTONIC) + work_check_ns;
    }
    if (now < cpu_check) continue;
    uint64_t used = read_cpu_ns(r);
    if (used >= cpu_end) return KILL_CPU;
    /* CPU time cannot run faster than this, so nothing is missed while asleep. */
    uint64_t rest_ns = (cpu_end - used) / speed;
    cpu_check = now + (rest_ns > 1000000 ? rest_ns : 1000000);
  }
}

/* The solution has ended: what it said is passed on until the interactor ends too. */
static void finish_relay(struct running *r, uint32_t job) {
  struct pollfd fds[2 + RELAY_POLLS] = {{LINK_FD, POLLIN, 0}, {CONTROL_FD, POLLIN, 0}};
  mark_ended(SOLUTION);
  while (!r->is_other_ended) {
    watch_relay(fds + 2);
    wait_for_events(fds, 2 + RELAY_POLLS, relay_deadline());
    if (fds[1].revents) is_cancelled(job); /* Node cancels the interactor too */
    serve_relay(r, &fds[0], fds + 2);
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

/* Where the program's output goes, and for joined programs where its input comes from. */
struct streams {
  int in, out, err;
};

/* Starts the program; 0 when it runs, or ended before its exec. */
static int launch(struct running *r, struct command *command, const struct streams *streams, struct outcome *outcome) {
  command->stdin_fd = streams->in;
  r->init = begin_run_namespace();
  r->start_ns = now_ns(CLOCK_MONOTONIC);
  r->program = start_program(command, streams->out, streams->err, &r->program_fd);
  int clone_errno = errno;
  if (r->init) return_from_run_namespace();
  if (r->program < 0) return not_started(outcome, "clone", clone_errno), -1;
  return 0;
}

static void wait_for(pid_t pid, int *status, struct rusage *usage) {
  while (wait4(pid, status, __WALL, usage) < 0 && errno == EINTR) continue;
}

/* Ends all that the program left; the CPU time of it is added to `usage`. */
static void end_leftovers(const struct running *r, struct rusage *usage) {
  if (r->init > 0) {
    kill(r->init, SIGKILL);
    wait_for(r->init, NULL, usage);
  } else if (!has_namespaces(slot) && (slot->allows_processes || slot->tier == 'N')) {
    sweep(usage);
  }
}

static void fill_outcome(struct outcome *o, enum kill_cause cause, const struct rusage *program,
                         const struct rusage *leftovers) {
  /* What was left to the namespace's first process, or to us: orphans, counted where there can be any. */
  o->cpu_ns = cpu_of(program) + (slot->allows_processes ? cpu_of(leftovers) : 0);
  if (slot->allows_processes && has_cpu_group() && cause == KILL_CPU) {
    uint64_t group_ns = read_group_cpu_ns();
    if (group_ns > o->cpu_ns) o->cpu_ns = group_ns;
  }
  o->peak_bytes = read_peak_bytes();
  if (!o->peak_bytes) o->peak_bytes = (uint64_t)program->ru_maxrss * 1024;
}

static void send_ended(uint64_t run) { send_message(&(struct message){run, MESSAGE_ENDED, 0}); }

/* From the start to the end of all of it, with the streams given. */
static void run_with(struct command *command, struct running *r, const struct streams *streams, uint32_t job,
                     struct outcome *outcome) {
  int err[2], status = 0, number;
  struct rusage program_usage = {0}, leftover_usage = {0};
  enum kill_cause cause = KILL_NONE;
  if (pipe2(err, O_CLOEXEC) < 0) die_errno("pipe");
  r->stderr_fd = err[0];
  int is_launched = launch(r, command, &(struct streams){streams->in, streams->out, err[1]}, outcome) == 0;
  close(err[1]);
  close(streams->out);
  if (r->partner->role != ROLE_ALONE) close(streams->in);
  flush_what_fits();
  if (is_launched) {
    cause = supervise(r, job);
    if (cause) kill(r->init ? r->init : r->program, SIGKILL);
    wait_for(r->program, &status, &program_usage);
    close(r->program_fd);
    outcome->wall_ns = now_ns(CLOCK_MONOTONIC) - r->start_ns;
  }
  /* Before the rest, which takes time: the solution must not be seen to end first because of it. */
  if (r->partner->role == ROLE_INTERACTOR) send_ended(r->partner->run);
  end_leftovers(r, &leftover_usage);
  while (r->stdout_fd >= 0 && drain(&output, r->stdout_fd) > 0) continue;
  while (drain(&error, r->stderr_fd) > 0) continue;
  close(r->stderr_fd);
  if (!is_launched) return;
  fill_outcome(outcome, cause, &program_usage, &leftover_usage);
  const char *step = find_start_failure(&number);
  if (step) return not_started(outcome, step, number);
  decide_ending(outcome, cause, status, &command->limits);
}

static void run_alone(struct command *command, struct running *r, uint32_t job, struct outcome *outcome) {
  int out[2];
  if (pipe2(out, O_CLOEXEC) < 0) die_errno("pipe");
  r->stdout_fd = out[0];
  run_with(command, r, &(struct streams){command->stdin_fd, out[1], -1}, job, outcome);
  close(out[0]);
}

static void run_solution(struct command *command, struct running *r, uint32_t job, struct outcome *outcome) {
  int own[2], other[2];
  const uint64_t budgets[2] = {command->limits.output_bytes, r->partner->other_output_bytes};
  if (open_relay(own, other, budgets, r->partner->transcript_bytes) < 0) die_errno("pipe");
  send_start(r->partner->run, other[0], other[1]);
  close(other[0]);
  close(other[1]);
  run_with(command, r, &(struct streams){own[0], own[1], -1}, job, outcome);
  outcome->is_first = outcome->ending == ENDING_NOT_STARTED || !r->is_other_ended;
  finish_relay(r, job);
  close_relay();
}

static void run_interactor(struct command *command, struct running *r, uint32_t job, struct outcome *outcome) {
  int fds[2];
  if (receive_message(r->partner->run, fds).kind == MESSAGE_START)
    return run_with(command, r, &(struct streams){fds[0], fds[1], -1}, job, outcome);
  outcome->ending = ENDING_NOT_STARTED;
  strcpy(outcome->reason, "the solution was not started");
  send_ended(r->partner->run);
}

void run_command(struct command *command, uint32_t job, const struct partner *partner, struct outcome *outcome) {
  struct running r = {.limits = &command->limits, .partner = partner, .program_fd = -1, .stdout_fd = -1};
  memset(outcome, 0, sizeof *outcome);
  reset_capture(&output, command->limits.output_bytes);
  reset_capture(&error, MAX_STDERR_BYTES);
  if (reset_groups(command->limits.memory_bytes, command->limits.process_count) < 0) {
    not_started(outcome, "set the limits of the control groups", errno);
    return refuse_partner(partner, outcome);
  }
  if (partner->role == ROLE_ALONE) run_alone(command, &r, job, outcome);
  else if (partner->role == ROLE_SOLUTION) run_solution(command, &r, job, outcome);
  else run_interactor(command, &r, job, outcome);
}

void refuse_partner(const struct partner *partner, struct outcome *outcome) {
  int fds[2];
  outcome->is_first = 1;
  if (partner->role == ROLE_SOLUTION) {
    reset_relay_report();
    send_message(&(struct message){partner->run, MESSAGE_SKIP, 0});
    while (receive_message(partner->run, fds).kind != MESSAGE_ENDED) continue;
  } else if (partner->role == ROLE_INTERACTOR) {
    if (receive_message(partner->run, fds).kind == MESSAGE_START) close(fds[0]), close(fds[1]);
    send_ended(partner->run);
  }
}
