/* Starting a program: what happens between clone and exec. */
#ifndef GRANDSMITH_PROGRAM_H
#define GRANDSMITH_PROGRAM_H

#include <stdint.h>
#include <sys/types.h>

#include "spec.h"

struct limits {
  uint64_t cpu_ns, wall_ns, memory_bytes, stack_bytes, output_bytes;
  uint32_t process_count;
  int reserves_address_space; /* RLIMIT_AS would refuse what is never used */
};

struct command {
  char **argv;        /* ends with NULL */
  char **environment; /* ends with NULL */
  int stdin_fd;
  struct limits limits;
};

/* Once, in the worker; with `is_linked` it still has to receive descriptors. */
void prepare_programs(const struct spec *spec, int is_linked);

/* The first process of a run's PID namespace; 0 where one namespace serves the slot, or there is none. */
pid_t begin_run_namespace(void);

/*
 * Starts `command` with these standard streams; its process and a descriptor of it, or -1 with errno. When it ends at
 * once it may be that it never was: see below.
 */
pid_t start_program(const struct command *command, int stdout_fd, int stderr_fd, int *program_fd);
void return_from_run_namespace(void);
/* Which step between clone and exec failed, and why; NULL when the program runs. */
const char *find_start_failure(int *number);

#endif
