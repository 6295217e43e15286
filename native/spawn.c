#define _GNU_SOURCE
#include "spawn.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>

#include "seccomp.h"

enum { INTO_CGROUP = 33 }; /* the bit of CLONE_INTO_CGROUP, which does not fit into the flags of clone */

/* The kernel's struct clone_args, as of Linux 5.7. */
struct arguments {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_bytes, tls, set_tid, set_tid_size, cgroup;
};

/*
 * clone3, of which the C library has no wrapper that takes a function: the new process has the stack, and no way back.
 * The secret is a third argument, which the kernel does not look at.
 */
static long call_clone3(const struct arguments *arguments, uint64_t secret, int (*function)(void *)) {
#if defined(__x86_64__)
  long result = SYS_CLONE3;
  register int (*own)(void *) __asm__("r12") = function;
  __asm__ volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xor %%ebp, %%ebp\n\t"
      "xor %%edi, %%edi\n\t"
      "call *%%r12\n\t"
      "mov %%eax, %%edi\n\t"
      "mov $60, %%eax\n\t"
      "syscall\n\t"
      "hlt\n"
      "1:"
      : "+a"(result)
      : "D"(arguments), "S"(sizeof *arguments), "d"(secret), "r"(own)
      : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long number __asm__("x8") = SYS_CLONE3;
  register long first __asm__("x0") = (long)arguments;
  register long second __asm__("x1") = sizeof *arguments;
  register uint64_t third __asm__("x2") = secret;
  register int (*own)(void *) __asm__("x19") = function;
  __asm__ volatile(
      "svc #0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x29, xzr\n\t"
      "mov x30, xzr\n\t"
      "blr x19\n\t"
      "mov x8, #93\n\t"
      "svc #0\n\t"
      "brk #1\n"
      "1:"
      : "+r"(first)
      : "r"(number), "r"(second), "r"(third), "r"(own)
      : "x30", "memory");
  return first;
#endif
}

static pid_t spawn_inside(const struct spawn *s, int *fd) {
  const struct arguments arguments = {
      .flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | (uint64_t)1 << INTO_CGROUP,
      .pidfd = (uint64_t)(uintptr_t)fd,
      .exit_signal = SIGCHLD,
      .stack = (uint64_t)(uintptr_t)s->stack,
      .stack_bytes = s->stack_bytes,
      .cgroup = (uint64_t)s->group_fd,
  };
  long result = call_clone3(&arguments, s->secret, s->function);
  if (result >= 0) return (pid_t)result;
  errno = (int)-result;
  return -1;
}

/* What says that this can never be done here. */
static int is_refusal(int number) {
  return number == ENOSYS || number == EPERM || number == EACCES || number == EINVAL || number == ENOENT ||
         number == E2BIG || number == EBADF || number == EOPNOTSUPP;
}

pid_t spawn(const struct spawn *s, int *fd, volatile int *is_inside) {
  static int is_refused;
  if (s->group_fd >= 0 && !is_refused) {
    *is_inside = 1;
    pid_t process = spawn_inside(s, fd);
    if (process >= 0 || !is_refusal(errno)) return process;
    is_refused = 1;
  }
  *is_inside = 0;
  const int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
  return clone(s->function, s->stack + s->stack_bytes, flags, NULL, fd, (void *)s->secret);
}
