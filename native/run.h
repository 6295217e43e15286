/*
 * One run: one program, its limits, its output, its end. Where programs may make processes each run has a PID namespace
 * of its own, or is swept afterwards; where they cannot, the program is all there is. A run may be one half of two
 * joined ones (relay.h).
 */
#ifndef GRANDSMITH_RUN_H
#define GRANDSMITH_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "program.h"

enum role { ROLE_ALONE = 0, ROLE_SOLUTION = 1, ROLE_INTERACTOR = 2 };

/* What joins a run to one of another slot. */
struct partner {
  enum role role;
  uint64_t run; /* the same on both sides */
  uint64_t other_output_bytes, transcript_bytes;
};

struct outcome {
  uint8_t ending; /* enum ending */
  uint32_t value;
  uint64_t cpu_ns, wall_ns, peak_bytes;
  int is_first; /* of a joined solution: it ended before its interactor */
  char reason[256];
};

/* Once, before the first run. */
void prepare_runs(const struct spec *spec, int is_linked);
/* Runs `command`, with standard output and error kept (capture.h). */
void run_command(struct command *command, uint32_t job, const struct partner *partner, struct outcome *outcome);
/* For a run that cannot start: lets the other half of a joined one know. */
void refuse_partner(const struct partner *partner, struct outcome *outcome);

/* Reads what came on fd 3; whether `job` is cancelled. Ends the process when Node is gone. */
int is_cancelled(uint32_t job);

#endif
