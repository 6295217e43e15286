/* The system-call filter that every program runs under. */
#ifndef GRANDSMITH_SECCOMP_H
#define GRANDSMITH_SECCOMP_H

/* Builds the filter once; without `allows_processes` only threads can be made. */
void build_filter(int allows_processes);
/* Puts the calling thread under the filter for good; 0, or -1 with errno. */
int install_filter(void);

#endif
