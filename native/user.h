/* The user that programs run as. */
#ifndef GRANDSMITH_USER_H
#define GRANDSMITH_USER_H

#include <sys/types.h>

/* Inside the user namespace in tier U. */
extern uid_t program_uid;
/* Whether that user is the slot's alone, and programs have to become it. */
extern int has_own_user;

/* Takes a user id for this slot alone, so that RLIMIT_NPROC counts it and a signal to all reaches it alone; -1 when
   this process has not the rights of root. */
int take_own_user(void);
/* In a starting program: becomes the slot's own user; 0, or -1 with errno. */
int become_program_user(void);
/* Whether a signal of this process reaches other users' processes. */
int may_signal_all(void);
/* A user as which nothing ever runs, for the time in which we act as the slot's own. */
uid_t find_guard_user(void);
/* Tier U started by root (for tests) goes on as nobody. */
void give_up_root(void);
/* Threads that this process's user has on the machine now, those of this slot included. */
unsigned long count_own_tasks(void);

#endif
