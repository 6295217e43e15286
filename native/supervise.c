#define _GNU_SOURCE
#include "supervise.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "cgroup.h"
#include "frames.h"
#include "link.h"
#include "placement.h"
#include "plain.h"
#include "relay.h"

static const uint64_t cpu_slack_ns = 5000000; /* killed this far past the limit, so that the figure is beyond it */
static const uint64_t work_check_ns = 50000000;
static const uint64_t quiet_ns = 1000000; /* for which what a program writes is left in its pipes */

static const struct spec *slot;
static int cpu_count;
static uint32_t cancelled_job;

static uint64_t now_ns(clockid_t clock) {
  struct timespec t;
  return clock_gettime(clock, &t) < 0 ? 0 : (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t read_clock_ns(void) { return now_ns(CLOCK_MONOTONIC); }

void prepare_supervision(const struct spec *spec) {
  slot = spec;
  cpu_count = (int)sysconf(_SC_NPROCESSORS_ONLN);
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

static uint64_t read_cpu_ns(const struct running *r) {
  if (slot->allows_processes && has_cpu_group()) return read_group_cpu_ns();
  return now_ns((clockid_t)((~(unsigned)r->program << 3) | 2)); /* CLOCK_PROCESS_CPUTIME_ID of that process */
}

static void wait_for_events(struct pollfd *fds, nfds_t count, uint64_t wake_ns) {
  uint64_t now = read_clock_ns(), pause_ns = wake_ns > now ? wake_ns - now : 0;
  struct timespec timeout = {(time_t)(pause_ns / 1000000000u), (long)(pause_ns % 1000000000u)};
  if (ppoll(fds, count, wake_ns == UINT64_MAX ? NULL : &timeout, NULL) > 0) return;
  for (nfds_t i = 0; i < count; i++) fds[i].revents = 0;
}

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

static int awaits_answer(const struct running *r) {
  return r->has_asked && !r->is_other_alive && !r->is_other_ended;
}

static uint64_t next_closing_ns(const struct running *r) { return awaits_answer(r) ? UINT64_MAX : relay_deadline(); }

/* The time for the relay: it stands still before a closed end is passed on, until the other is known to live on. */
static uint64_t ask_before_closing(struct running *r, uint64_t now) {
  const uint64_t closing = relay_deadline();
  if (now < closing || r->is_other_ended) return now;
  if (r->is_other_alive) return r->has_asked = r->is_other_alive = 0, now;
  if (!r->has_asked) send_message(&(struct message){r->partner->run, MESSAGE_ASK, 0});
  r->has_asked = 1;
  return closing - 1;
}

/* In the interactor's worker: whether its program has to be killed. */
static int answer_solution(const struct running *r) {
  int fds[2];
  const uint32_t kind = receive_message(r->partner->run, fds).kind;
  if (kind == MESSAGE_ASK && poll(&(struct pollfd){r->program_fd, POLLIN, 0}, 1, 0) == 0)
    send_message(&(struct message){r->partner->run, MESSAGE_ALIVE, 0});
  return kind == MESSAGE_FLOOD;
}

/* In the solution's worker: one turn of passing on, and whether the solution has to be killed. */
static int serve_relay(struct running *r, const struct pollfd *link, const struct pollfd *polls) {
  static int has_reported_flood;
  int fds[2];
  const uint32_t kind = link->revents ? receive_message(r->partner->run, fds).kind : 0;
  if (kind == MESSAGE_ALIVE) r->is_other_alive = 1;
  if (kind == MESSAGE_ENDED) {
    r->is_other_ended = 1;
    has_reported_flood = 0;
    mark_ended(INTERACTOR);
  }
  turn_relay(polls, ask_before_closing(r, read_clock_ns()));
  if (is_flooding(INTERACTOR) && !r->is_other_ended && !has_reported_flood) {
    has_reported_flood = 1;
    send_message(&(struct message){r->partner->run, MESSAGE_FLOOD, 0});
  }
  return is_flooding(SOLUTION);
}

/* Handles what happened; the cause to kill the program for, KILL_NONE with `is_over` when it ended. */
static enum kill_cause serve(struct running *r, struct pollfd *fds, uint32_t job, int *is_over) {
  if (fds[1].revents && drain(&output, r->stdout_fd) <= 0) fds[1].fd = -1;
  if (fds[2].revents && drain(&error, r->stderr_fd) <= 0) fds[2].fd = -1;
  if (output.total > r->limits->output_bytes) return KILL_OUTPUT;
  if (fds[3].revents && is_cancelled(job)) return KILL_CANCEL;
  if (r->partner->role == ROLE_SOLUTION && serve_relay(r, &fds[4], fds + 5)) return KILL_OUTPUT;
  if (r->partner->role == ROLE_INTERACTOR && fds[4].revents && answer_solution(r)) return KILL_OUTPUT;
  *is_over = fds[0].revents != 0;
  return KILL_NONE;
}

/* Most programs have ended after that: they are spared being interrupted for what they write. */
static void wait_quietly(const struct pollfd *fds, uint64_t wake_ns) {
  struct pollfd needed[2] = {fds[0], fds[3]};
  wait_for_events(needed, 2, wake_ns);
  if (!needed[0].revents) flush_what_fits();
}

enum kill_cause supervise(struct running *r, uint32_t job) {
  const struct limits *limits = r->limits;
  const uint64_t wall_end = r->start_ns + limits->wall_ns, cpu_end = limits->cpu_ns + cpu_slack_ns;
  const uint64_t speed = limits->process_count > 1 ? (uint64_t)cpu_count : 1;
  const int watches_work = !has_namespaces(slot) && slot->work_bytes;
  static const nfds_t counts[] = {[ROLE_ALONE] = 4, [ROLE_SOLUTION] = 5 + RELAY_POLLS, [ROLE_INTERACTOR] = 5};
  const enum role role = r->partner->role;
  uint64_t cpu_check = r->start_ns + cpu_end / speed, work_check = r->start_ns + work_check_ns;
  uint64_t place_check = next_place_check_ns(r->start_ns);
  struct pollfd fds[5 + RELAY_POLLS] = {{r->program_fd, POLLIN, 0},
                                        {r->stdout_fd, POLLIN, 0},
                                        {r->stderr_fd, POLLIN, 0},
                                        {CONTROL_FD, POLLIN, 0},
                                        {LINK_FD, POLLIN, 0}};
  if (role == ROLE_ALONE) wait_quietly(fds, earlier(r->start_ns + quiet_ns, earlier(cpu_check, wall_end)));
  for (;;) {
    uint64_t wake = earlier(earlier(cpu_check, wall_end), place_check);
    int is_over = 0;
    if (watches_work) wake = earlier(wake, work_check);
    if (role == ROLE_SOLUTION) {
      if (r->is_other_ended) fds[4].fd = -1;
      watch_relay(fds + 5);
      wake = earlier(wake, next_closing_ns(r));
    }
    wait_for_events(fds, counts[role], wake);
    enum kill_cause cause = serve(r, fds, job, &is_over);
    /* Before the clock: a program that ended in time is not late because we are. */
    if (cause || is_over) return cause;
    uint64_t now = read_clock_ns();
    if (now >= wall_end) return KILL_WALL;
    if (watches_work && now >= work_check) {
      if (is_work_too_large(slot)) return KILL_OUTPUT;
      work_check = read_clock_ns() + work_check_ns;
    }
    if (now >= place_check) {
      check_place(r->program, now - r->start_ns, read_cpu_ns(r));
      place_check = next_place_check_ns(now);
    }
    if (now < cpu_check) continue;
    uint64_t used = read_cpu_ns(r);
    if (used >= cpu_end) return KILL_CPU;
    /* CPU time cannot run faster than this, so nothing is missed while asleep. */
    uint64_t rest_ns = (cpu_end - used) / speed;
    cpu_check = now + (rest_ns > 1000000 ? rest_ns : 1000000);
  }
}

void finish_relay(struct running *r, uint32_t job) {
  struct pollfd fds[2 + RELAY_POLLS] = {{LINK_FD, POLLIN, 0}, {CONTROL_FD, POLLIN, 0}};
  mark_ended(SOLUTION);
  while (!r->is_other_ended) {
    watch_relay(fds + 2);
    wait_for_events(fds, 2 + RELAY_POLLS, next_closing_ns(r));
    if (fds[1].revents) is_cancelled(job); /* Node cancels the interactor too */
    serve_relay(r, &fds[0], fds + 2);
  }
}
