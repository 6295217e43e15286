/*
 * Making a process that runs a function on our memory until it execs, inside a control group from its first moment. To
 * join a group of cgroup v2 later, by cgroup.procs, waits for an RCU grace period: 8 to 16 ms wherever nobody has done so
 * for a moment, which is more than most programs take.
 */
#ifndef GRANDSMITH_SPAWN_H
#define GRANDSMITH_SPAWN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct spawn {
  int (*function)(void *);
  uint8_t *stack; /* aligned to 16 */
  size_t stack_bytes;
  int group_fd;    /* of a v2 group's directory, or -1 */
  uint64_t secret; /* see seccomp.h */
};

/*
 * The caller sleeps until the process has exec'd or ended; `fd` is then a descriptor of it. `is_inside` says whether it
 * started in the group: where the kernel, or what holds us, does not allow that, it is for the function to join. -1 with
 * errno where there is no process.
 */
pid_t spawn(const struct spawn *spawn, int *fd, volatile int *is_inside);

#endif
