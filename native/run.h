/*
 * One run: one program, its limits, its output, its end. Where programs may make processes each run has a PID namespace
 * of its own, whose end is the end of them all; where they cannot, the program is all there is and one serves the slot.
 */
#ifndef GRANDSMITH_RUN_H
#define GRANDSMITH_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "root.h"

struct limits {
  uint64_t cpu_ns, wall_ns, memory_bytes, stack_bytes, output_bytes;
  uint32_t process_count;
};

struct command {
  char **argv;        /* ends with NULL */
  char **environment; /* ends with NULL */
  int stdin_fd;
  struct limits limits;
};

struct outcome {
  uint8_t ending; /* enum ending */
  uint32_t value;
  uint64_t cpu_ns, wall_ns, peak_bytes;
  char reason[256];
};

/* Once, before the first run. */
void prepare_runs(const struct spec *spec);
/* Runs `command`, with standard output and error kept for the next two calls. */
void run_command(const struct command *command, uint32_t job, struct outcome *outcome);
/* The output is `head` and then, when larger, the rest of it in a file. */
size_t output_bytes(int *is_truncated);
void put_output(void);
void reset_output(void);
size_t error_bytes(void);
void put_error(void);

/* Reads what came on fd 3; whether `job` is cancelled. Ends the process when Node is gone. */
int is_cancelled(uint32_t job);

#endif
