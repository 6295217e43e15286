#define _GNU_SOURCE
#include "sweep.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frames.h"
#include "user.h"

enum { MAX_PROCESSES = 1 << 16, MAX_SCANS = 1000 };

struct process {
  pid_t pid, parent;
  int is_ours, is_marked;
};

static char tier;
static struct process processes[MAX_PROCESSES];

void prepare_sweep(const struct spec *spec) {
  tier = spec->tier;
  /* Bubblewrap's namespace is what keeps a signal to all within the slot. */
  if (tier == 'B' && getpid() != 1) die("tier B was started outside of a bubblewrap");
  if (tier == 'B' || has_own_user || (!spec->allows_processes && tier != 'N')) return;
  if (access("/proc/self/stat", R_OK) < 0) die_errno("programs that make processes cannot be ended without /proc");
}

/*
 * One call reaches them all, and none can escape it by forking: a process with a signal to come cannot. A signal goes to
 * whose real or saved user is the sender's real or effective one, so both of ours must be this slot's: the real one is
 * the guard, as which nothing runs, so that no program can signal us meanwhile. This is asked of the kernel before the
 * call, since as any other user it would end what is not ours.
 */
static void kill_all_of_user(void) {
  const uid_t guard = find_guard_user();
  uid_t real, effective, saved;
  if (syscall(SYS_setresuid, guard, program_uid, 0) < 0) die_errno("become the programs' user");
  if (syscall(SYS_getresuid, &real, &effective, &saved) < 0 || real != guard || effective != program_uid ||
      real == 0 || effective == 0 || may_signal_all())
    die("not the programs' user");
  kill(-1, SIGKILL);
  if (syscall(SYS_setresuid, 0, 0, 0) < 0) die_errno("become root again");
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* a change of user forgets it */
}

static int read_process(const char *name, struct process *to) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", name);
  FILE *file = fopen(path, "re");
  size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  text[got] = 0;
  const char *tail = strrchr(text, ')'); /* the name before it may hold anything */
  char state;
  int parent;
  if (!tail || sscanf(tail, ") %c %d", &state, &parent) != 2 || state == 'Z') return 0;
  *to = (struct process){.pid = atoi(name), .parent = parent};
  return 1;
}

static size_t list_processes(void) {
  size_t count = 0;
  DIR *dir = opendir("/proc");
  for (struct dirent *e; dir && count < MAX_PROCESSES && (e = readdir(dir));)
    if (atoi(e->d_name) > 0) count += (size_t)read_process(e->d_name, &processes[count]);
  if (dir) closedir(dir);
  return count;
}

static void find_descendants(size_t count) {
  const pid_t self = getpid();
  for (int found = 1; found;) {
    found = 0;
    for (size_t i = 0; i < count; i++) {
      int is_ours = processes[i].parent == self;
      for (size_t j = 0; !is_ours && j < count; j++) is_ours = processes[j].is_ours && processes[j].pid == processes[i].parent;
      found |= is_ours && !processes[i].is_ours;
      processes[i].is_ours = is_ours;
    }
  }
}

/* Whether all that is there can make no more processes. What is new since the last look is forbidden to. */
static int forbid_forking(size_t count) {
  const struct rlimit none = {0, 0};
  int is_done = 1;
  for (size_t i = 0; i < count; i++) {
    struct rlimit old;
    if (!processes[i].is_ours || prlimit(processes[i].pid, RLIMIT_NPROC, &none, &old) < 0) continue;
    is_done &= old.rlim_cur == 0;
  }
  return is_done;
}

static void kill_descendants(void) {
  for (int scans = 0; scans < MAX_SCANS; scans++) {
    size_t count = list_processes();
    find_descendants(count);
    if (!forbid_forking(count)) continue;
    for (size_t i = 0; i < count; i++)
      if (processes[i].is_ours) kill(processes[i].pid, SIGKILL);
    return;
  }
  die("processes of a program could not be ended");
}

static void add(struct timeval *to, const struct timeval *from) {
  to->tv_sec += from->tv_sec;
  to->tv_usec += from->tv_usec;
}

void sweep(struct rusage *sum) {
  if (has_own_user) kill_all_of_user();
  else if (tier == 'B') kill(-1, SIGKILL);
  else kill_descendants();
  struct rusage usage;
  for (;;) {
    pid_t ended = wait4(-1, NULL, __WALL, &usage);
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return;
    if (!sum) continue;
    add(&sum->ru_utime, &usage.ru_utime);
    add(&sum->ru_stime, &usage.ru_stime);
    if (usage.ru_maxrss > sum->ru_maxrss) sum->ru_maxrss = usage.ru_maxrss;
  }
}
