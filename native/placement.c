#define _GNU_SOURCE
#include "placement.h"

#include <sched.h>
#include <unistd.h>

enum { MAX_PLACED_THREADS = 16 }; /* runtimes with threads of their own want more */
static const uint64_t check_ns = 10000000, window_ns = 40000000;

static cpu_set_t all;
static int is_possible, is_pinned;
static unsigned own_processor;
static uint64_t checked_ns, used_then_ns;       /* of the run in hand: what the window has of it */
static uint64_t window_wall_ns, window_cpu_ns; /* since the last decision */

static int pin(pid_t process, unsigned processor) {
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(processor, &own);
  return sched_setaffinity(process, sizeof own, &own);
}

static unsigned next_processor(unsigned processor) {
  do processor = (processor + 1) % CPU_SETSIZE;
  while (!CPU_ISSET(processor, &all));
  return processor;
}

void prepare_placement(uint32_t preferred) {
  if (sched_getaffinity(0, sizeof all, &all) < 0 || CPU_COUNT(&all) < 2) return;
  is_possible = 1;
  own_processor = CPU_SETSIZE - 1;
  for (uint32_t i = 0; i <= preferred % (uint32_t)CPU_COUNT(&all); i++) own_processor = next_processor(own_processor);
}

void place_next_program(uint32_t thread_count) {
  const int is_wanted = is_possible && thread_count <= MAX_PLACED_THREADS;
  checked_ns = used_then_ns = 0;
  if (is_wanted == is_pinned) return;
  if (is_wanted) is_pinned = pin(0, own_processor) == 0;
  else is_pinned = sched_setaffinity(0, sizeof all, &all) < 0;
}

/* By lot: two that meet on a processor must not both leave it. */
static int wants_to_move(void) {
  static unsigned state;
  if (!state) state = (unsigned)getpid() * 2654435761u | 1;
  state ^= state << 13, state ^= state >> 17, state ^= state << 5;
  return state & 1;
}

static void move_on(pid_t program) {
  if (!wants_to_move()) return;
  unsigned next = next_processor(own_processor);
  if (program > 0 && pin(program, next) < 0) return;
  if (pin(0, next) == 0) own_processor = next;
}

/* Most of the time there is a little waiting; what counts is waiting for a third of the time, and for some time. */
static void note(pid_t program, uint64_t wall_ns, uint64_t cpu_ns) {
  window_wall_ns += wall_ns;
  window_cpu_ns += cpu_ns;
  if (window_wall_ns < window_ns) return;
  if (window_cpu_ns + window_cpu_ns / 2 < window_wall_ns) move_on(program);
  window_wall_ns = window_cpu_ns = 0;
}

uint64_t next_place_check_ns(uint64_t now_ns) { return is_pinned ? now_ns + check_ns : UINT64_MAX; }

void check_place(pid_t program, uint64_t wall_ns, uint64_t used_ns) {
  note(program, wall_ns - checked_ns, used_ns - used_then_ns);
  checked_ns = wall_ns;
  used_then_ns = used_ns;
}

void learn_from_run(uint64_t wall_ns, uint64_t cpu_ns) {
  if (is_pinned) note(0, wall_ns - checked_ns, cpu_ns > used_then_ns ? cpu_ns - used_then_ns : 0);
}
