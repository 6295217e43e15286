#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "cgroup.h"
#include "frames.h"
#include "link.h"
#include "placement.h"
#include "plain.h"
#include "relay.h"
#include "supervise.h"
#include "sweep.h"

static const struct spec *slot;

static void pass_over(int number) { (void)number; }

void prepare_runs(const struct spec *spec, int is_linked) {
  slot = spec;
  signal(SIGPIPE, pass_over); /* when Node or a program does not read any more; exec gives programs the default back */
  prepare_captures();
  prepare_programs(spec, is_linked);
  prepare_supervision(spec);
  if (!spec->allows_processes && !is_linked) prepare_placement(spec->processor);
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
  place_next_program(command->limits.process_count);
  r->start_ns = read_clock_ns();
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
  flush_what_is_due(r->start_ns);
  if (is_launched) {
    cause = supervise(r, job);
    if (cause) kill(r->init ? r->init : r->program, SIGKILL);
    wait_for(r->program, &status, &program_usage);
    close(r->program_fd);
    outcome->wall_ns = read_clock_ns() - r->start_ns;
  }
  /* Before the rest, which takes time: the solution must not be seen to end first because of it. */
  if (r->partner->role == ROLE_INTERACTOR) send_ended(r->partner->run);
  end_leftovers(r, &leftover_usage);
  while (r->stdout_fd >= 0 && drain(&output, r->stdout_fd) > 0) continue;
  while (drain(&error, r->stderr_fd) > 0) continue;
  close(r->stderr_fd);
  if (is_launched) {
    fill_outcome(outcome, cause, &program_usage, &leftover_usage);
    learn_from_run(outcome->wall_ns, outcome->cpu_ns);
  }
  leave_processor();
  if (!is_launched) return;
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
