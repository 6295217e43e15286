/* The system-call filter that every program runs under. */
#ifndef GRANDSMITH_SECCOMP_H
#define GRANDSMITH_SECCOMP_H

#include <stdint.h>
#include <sys/types.h>

enum { MAX_PROTECTED = 8, SYS_CLONE3 = 435 /* one number on every architecture, as all newer calls */ };

struct filter_options {
  int allows_processes; /* else only threads can be made */
  /*
   * Installing the filter for every run costs more than anything else does, so where it can the worker lives under it
   * from the start and its programs inherit it. The worker then makes processes by a 64-bit secret in an argument of
   * clone or clone3 that the kernel ignores, which no program can know: nothing of the worker's memory survives exec.
   */
  uint64_t clone_secret;
  /* Programs see processes that are not theirs: a lone program may name itself only, others none of these. */
  int shares_processes;
  unsigned protected_pids[MAX_PROTECTED];
  unsigned protected_count;
  int pretends_attributes; /* chmod and the like do nothing */
  int refuses_truncation;
  int refuses_memory_files; /* no group counts what they hold */
};

void build_filter(const struct filter_options *options);
/* In a starting program that shares its processes: the only one that it may name. */
void set_filter_pid(pid_t pid);
/* Puts the calling thread under the filter for good; 0, or -1 with errno. */
int install_filter(void);

#endif
