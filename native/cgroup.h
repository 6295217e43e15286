/*
 * Control groups: the memory limit and figure of a slot, and the CPU figure of programs that make processes.
 * Memory comes from cgroup v2, else v1, else from nothing (the caller falls back to rlimits). The CPU figure comes
 * from a v2 group where v2 is mounted at all: its cpu.stat works even where v1 holds every controller.
 * A slot's groups are named `grandsmith/<pid namespace>-<pid>`; groups of helpers that are gone are removed at start.
 */
#ifndef GRANDSMITH_CGROUP_H
#define GRANDSMITH_CGROUP_H

#include <stdint.h>

/* The memory source ('2', '1' or '0'), and why it is not better. Opens everything by descriptor, so it must
   come before the new root. `wants_cpu` asks for the CPU figure too. */
char open_groups(int wants_cpu, const char **shortfall);
/* Removes the slot's groups; by the process that opened them, when all in them is dead. */
void remove_groups(void);

/* Writes every limit and starts the figures anew; 0, or -1 with errno. */
int reset_groups(uint64_t memory_bytes);
/* Moves the calling process into the groups; 0, or -1 with errno. */
int join_memory_group(void);
int join_cpu_group(void);

int has_memory_group(void);
int has_cpu_group(void);
/* Nanoseconds since the reset, of everything in the group. */
uint64_t read_group_cpu_ns(void);
/* Whether the memory limit killed something since the reset, and the peak since then; 0 if the kernel cannot say. */
int was_memory_killed(void);
uint64_t read_peak_bytes(void);

#endif
