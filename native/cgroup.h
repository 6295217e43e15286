/*
 * Control groups: the memory limit and figure of a slot, and for programs that make processes their number and CPU time.
 * Memory comes from cgroup v2, else v1, else from nothing (the caller falls back to rlimits). v2 is tried at its root,
 * beside our own group and below it, since a session or container may own either. The CPU figure comes from a v2 group
 * where v2 is mounted at all: its cpu.stat works even where v1 holds every controller.
 * A slot's groups are named `grandsmith/<pid namespace>-<pid>`; groups of helpers that are gone are removed at start.
 */
#ifndef GRANDSMITH_CGROUP_H
#define GRANDSMITH_CGROUP_H

#include <stdint.h>

/* The memory source ('2', '1' or '0'); what it lacks is said as shortfalls. Opens everything by descriptor, so it must
   come before the new root. `has_processes` asks for what concerns them too. */
char open_groups(int has_processes);
/* Removes the slot's groups; by the process that opened them, when all in them is dead. */
void remove_groups(void);

/* Writes every limit and starts the figures anew; 0, or -1 with errno. */
int reset_groups(uint64_t memory_bytes, uint32_t processes);
/* The directory of the v2 group in which programs are to be started, or -1 where they can only join groups. */
int group_to_start_in(void);
/* Moves the calling process into the groups that it has not been started in; 0, or -1 with errno. */
int join_groups(int is_started_inside);

int has_memory_group(void);
int has_cpu_group(void);
/* Nanoseconds since the reset, of everything in the group. */
uint64_t read_group_cpu_ns(void);
/* Whether the memory limit killed something since the reset, and the peak since then; 0 if the kernel cannot say. */
int was_memory_killed(void);
uint64_t read_peak_bytes(void);

#endif
