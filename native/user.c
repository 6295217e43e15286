#define _GNU_SOURCE
#include "user.h"

#include <dirent.h>
#include <grp.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "frames.h"

uid_t program_uid;
int has_own_user;

static unsigned read_effective_rights(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  return syscall(SYS_capget, &header, data) == 0 ? data[0].effective : ~0u;
}

/* What making files for another user, becoming it and killing it takes. */
static int has_rights_of_root(void) {
  static const unsigned needed = 1u << CAP_CHOWN | 1u << CAP_DAC_OVERRIDE | 1u << CAP_FOWNER | 1u << CAP_KILL |
                                 1u << CAP_SETGID | 1u << CAP_SETUID;
  return (read_effective_rights() & needed) == needed;
}

int may_signal_all(void) { return (read_effective_rights() & 1u << CAP_KILL) != 0; }

/* Users of slots, and of their guards, in the range that is there; no system gives those to anyone. */
enum { HIGH_USERS = 0x70000000, HIGH_GUARDS = 0x78000000, LOW_USERS = 60000, LOW_GUARDS = 55000, LOW_COUNT = 5000 };

/* 0 where no second user is known here. */
static uid_t choose_uid(void) {
  FILE *map = fopen("/proc/self/uid_map", "re");
  unsigned first = 0, outside = 0, count = 0;
  if (map && fscanf(map, "%u %u %u", &first, &outside, &count) != 3) count = 0;
  if (map) fclose(map);
  if (count > 0x7fff0000u) return HIGH_USERS + (uid_t)getpid();
  return count >= LOW_USERS + LOW_COUNT ? LOW_USERS + (uid_t)getpid() % LOW_COUNT : 0;
}

uid_t find_guard_user(void) {
  return program_uid >= HIGH_USERS ? program_uid - HIGH_USERS + HIGH_GUARDS : program_uid - LOW_USERS + LOW_GUARDS;
}

int take_own_user(void) {
  if (geteuid() != 0 || !has_rights_of_root() || (program_uid = choose_uid()) == 0) return -1;
  if (setgroups(0, NULL) < 0) return -1;
  has_own_user = 1;
  return 0;
}

int become_program_user(void) {
  if (!has_own_user) return 0;
  if (syscall(SYS_setresgid, program_uid, program_uid, program_uid) < 0) return -1;
  return (int)syscall(SYS_setresuid, program_uid, program_uid, program_uid);
}

void give_up_root(void) {
  if (geteuid() != 0) return;
  if (setgroups(0, NULL) < 0 || setresgid(65534, 65534, 65534) < 0 || setresuid(65534, 65534, 65534) < 0)
    die_errno("give up root");
  prctl(PR_SET_DUMPABLE, 1); /* or /proc/self stays root's, and the user map with it */
}

unsigned long count_own_tasks(void) {
  const uid_t own = geteuid();
  unsigned long count = 0;
  char path[64];
  struct stat status;
  DIR *dir = opendir("/proc");
  for (struct dirent *entry; dir && (entry = readdir(dir));) {
    if (atoi(entry->d_name) <= 0) continue;
    snprintf(path, sizeof path, "%.20s/task", entry->d_name);
    if (fstatat(dirfd(dir), path, &status, 0) == 0 && status.st_uid == own) count += status.st_nlink - 2;
  }
  if (dir) closedir(dir);
  return count;
}
