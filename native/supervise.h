/* The time in which a program runs: its output is taken, its limits are watched, its partner is served. */
#ifndef GRANDSMITH_SUPERVISE_H
#define GRANDSMITH_SUPERVISE_H

#include "protocol.h"
#include "run.h"

struct running {
  const struct limits *limits;
  const struct partner *partner;
  pid_t init, program;
  int program_fd, stdout_fd, stderr_fd;
  uint64_t start_ns;
  int is_other_ended; /* the interactor, told by its worker */
  int has_asked, is_other_alive; /* before a closed end is passed on, since an end may be told late */
};

void prepare_supervision(const struct spec *spec);
/* Monotonic. */
uint64_t read_clock_ns(void);
/* Serves the program until it has ended or is to be killed; the cause, if any. */
enum kill_cause supervise(struct running *r, uint32_t job);
/* The solution has ended: what it said is passed on until the interactor ends too. */
void finish_relay(struct running *r, uint32_t job);

#endif
