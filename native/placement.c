#define _GNU_SOURCE
#include "placement.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PLACED_THREADS = 16 }; /* runtimes with threads of their own want more */
enum { FREE_FD = 16 };            /* beyond those that have a meaning */
static const uint64_t check_ns = 10000000, window_ns = 40000000;

static cpu_set_t all;
static int is_possible, is_pinned, has_claim;
static int claims_fd = -1;
static unsigned own_processor;
static uint64_t checked_ns, used_then_ns;       /* of the run in hand: what the window has of it */
static uint64_t window_wall_ns, window_cpu_ns; /* since the last decision */

void open_claims(void) {
  char path[64];
  struct stat status;
  snprintf(path, sizeof path, "/dev/shm/grandsmith-processors-%u", (unsigned)geteuid());
  int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid())
    claims_fd = fcntl(fd, F_DUPFD_CLOEXEC, FREE_FD);
  close(fd);
}

/* The byte at a processor's number stands for it; what is claimed is given back by the kernel where we die. */
static int set_claim(unsigned processor, short type) {
  struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = processor, .l_len = 1};
  return fcntl(claims_fd, F_OFD_SETLK, &range);
}

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

/* Whether nobody had claimed it. */
static int claim(unsigned processor) { return set_claim(processor, F_WRLCK) == 0; }

/* The first free one behind our own; our own where there is none. */
static unsigned claim_another(void) {
  unsigned processor = next_processor(own_processor);
  while (processor != own_processor && !claim(processor)) processor = next_processor(processor);
  return processor;
}

/* Where there are more programs than processors, those without a claim share what they had before. */
void place_next_program(uint32_t thread_count) {
  unsigned wanted = own_processor;
  checked_ns = used_then_ns = 0;
  if (!is_possible || thread_count > MAX_PLACED_THREADS) {
    if (is_pinned) is_pinned = sched_setaffinity(0, sizeof all, &all) < 0;
    return;
  }
  if (claims_fd >= 0) {
    has_claim = claim(wanted);
    if (!has_claim) has_claim = (wanted = claim_another()) != own_processor;
  }
  if (is_pinned && wanted == own_processor) return;
  is_pinned = pin(0, wanted) == 0;
  own_processor = wanted;
}

/* By lot: without claims, two that meet on a processor must not both leave it. */
static int wants_to_move(void) {
  static unsigned state;
  if (!state) state = (unsigned)getpid() * 2654435761u | 1;
  state ^= state << 13, state ^= state >> 17, state ^= state << 5;
  return state & 1;
}

static void move_on(pid_t program) {
  unsigned next = next_processor(own_processor);
  if (!wants_to_move()) return;
  if (claims_fd >= 0 && !has_claim && (has_claim = claim(own_processor))) return;
  if (claims_fd >= 0 && (next = claim_another()) == own_processor) return;
  if ((program > 0 && pin(program, next) < 0) || pin(0, next) < 0) {
    if (claims_fd >= 0) set_claim(next, F_UNLCK);
    return;
  }
  if (has_claim) set_claim(own_processor, F_UNLCK);
  has_claim = claims_fd >= 0;
  own_processor = next;
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

void leave_processor(void) {
  if (has_claim) set_claim(own_processor, F_UNLCK);
  has_claim = 0;
}
