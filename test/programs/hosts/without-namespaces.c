/*
 * Starts a command as on a host whose default filter refuses namespaces and mounts, as containers' defaults do:
 * `without-namespaces [--as UID] COMMAND ARGS...`. With `--as` root gives itself up first.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define REFUSE_CALL(number, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE(error)

int main(int argc, char **argv) {
  static struct sock_filter code[] = {
      LOAD(nr),
      REFUSE_CALL(SYS_unshare, EPERM),
      REFUSE_CALL(SYS_setns, EPERM),
      REFUSE_CALL(SYS_mount, EPERM),
      REFUSE_CALL(SYS_pivot_root, EPERM),
      REFUSE_CALL(428 /* open_tree */, EPERM),
      REFUSE_CALL(435 /* clone3 */, ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET, 0, 1),
      REFUSE(EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof code / sizeof *code, code};
  int first = 1;
  if (argc > 3 && !strcmp(argv[1], "--as")) {
    const unsigned id = (unsigned)atoi(argv[2]);
    if (setgroups(0, NULL) < 0 || setresgid(id, id, id) < 0 || setresuid(id, id, id) < 0) return perror("user"), 125;
    first = 3;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return perror("prctl"), 125;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0) return perror("seccomp"), 125;
  execv(argv[first], argv + first);
  return perror(argv[first]), 126;
}
