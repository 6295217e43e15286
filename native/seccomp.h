/* The system-call filter that every program runs under. */
#ifndef GRANDSMITH_SECCOMP_H
#define GRANDSMITH_SECCOMP_H

#include <stdint.h>

/*
 * Builds the filter once; without `allows_processes` only threads can be made. Installing it for every run costs more
 * than anything else does, so where it can the worker lives under it from the start and its programs inherit it. The
 * worker then makes processes by a 64-bit secret in an argument of clone that the kernel ignores, which no program can
 * know: nothing of the worker's memory survives exec.
 */
void build_filter(int allows_processes, uint64_t clone_secret);
/* Puts the calling thread under the filter for good; 0, or -1 with errno. */
int install_filter(void);

#endif
