#define _GNU_SOURCE
#include "cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frames.h"

struct group {
  int parent, directory, procs;
};

static char slot_name[64];
static struct group memory = {-1, -1, -1}, cpu = {-1, -1, -1}, pids = {-1, -1, -1};
static int memory_version;
static int limit_fd = -1, swap_limit_fd = -1, peak_fd = -1, usage_fd = -1, events_fd = -1, kernel_fd = -1;
static int cpu_stat_fd = -1;
static int pids_limit_fd = -1;
static int can_reset_peak, can_limit_swap;
static uint64_t start_usage, start_kills, start_cpu_ns;

static int open_at(int dir, const char *name, int flags) { return openat(dir, name, flags | O_CLOEXEC); }

static int write_text(int fd, const char *text) {
  return pwrite(fd, text, strlen(text), 0) == (ssize_t)strlen(text) ? 0 : -1;
}

static int write_file_at(int dir, const char *name, const char *text) {
  int fd = open_at(dir, name, O_WRONLY);
  if (fd < 0) return -1;
  int result = write_text(fd, text);
  close(fd);
  return result;
}

static int write_number(int fd, uint64_t value) {
  char text[32];
  snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  return write_text(fd, text);
}

/* The number after `key` in a small kernel file, or at its start when `key` is empty. */
static uint64_t read_number(int fd, const char *key) {
  char text[4096];
  ssize_t got = fd < 0 ? -1 : pread(fd, text, sizeof text - 1, 0);
  if (got <= 0) return 0;
  text[got] = 0;
  const char *at = strstr(text, key);
  return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Where a hierarchy is mounted: `kind` is "cgroup" with `option` among its super options, or "cgroup2". */
static int find_mount(const char *kind, const char *option, char *to) {
  FILE *mounts = fopen("/proc/self/mountinfo", "re");
  char line[4096], point[PATH_MAX];
  int found = 0;
  while (mounts && !found && fgets(line, sizeof line, mounts)) {
    char *tail = strstr(line, " - ");
    char fs[64], options[1024];
    if (!tail || sscanf(tail, " - %63s %*s %1023s", fs, options) != 2 || strcmp(fs, kind)) continue;
    if (sscanf(line, "%*s %*s %*s %*s %4095s", point) != 1) continue;
    for (char *o = strtok(options, ",\n"); !found && o; o = strtok(NULL, ",\n")) found = !option || !strcmp(o, option);
  }
  if (mounts) fclose(mounts);
  if (found) strcpy(to, point);
  return found;
}

static void remove_stale_groups(int parent, const char *prefix) {
  int copy = dup(parent);
  DIR *dir = copy < 0 ? NULL : fdopendir(copy);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (strncmp(e->d_name, prefix, strlen(prefix))) continue;
    pid_t owner = atoi(e->d_name + strlen(prefix));
    if (owner > 0 && kill(owner, 0) < 0 && errno == ESRCH) unlinkat(parent, e->d_name, AT_REMOVEDIR);
  }
  if (dir) closedir(dir);
}

/* One by one: a name that is not there would keep the others from being enabled. */
static void enable_controllers(int dir) {
  write_file_at(dir, "cgroup.subtree_control", "+memory");
  write_file_at(dir, "cgroup.subtree_control", "+pids");
}

/* Makes `base`/grandsmith/<slot> and opens it; -1 with errno when that is not ours to do. */
static int open_group(const char *base, struct group *group, int wants_controllers) {
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/grandsmith", base);
  int top = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top < 0) return -1;
  if (wants_controllers) enable_controllers(top);
  close(top);
  if (mkdir(path, 0755) < 0 && errno != EEXIST) return -1;
  int parent = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent < 0) return -1;
  if (wants_controllers) enable_controllers(parent);
  struct stat ns;
  if (stat("/proc/self/ns/pid", &ns) < 0) ns.st_ino = 0;
  snprintf(slot_name, sizeof slot_name, "%lu-", (unsigned long)ns.st_ino);
  remove_stale_groups(parent, slot_name);
  snprintf(slot_name, sizeof slot_name, "%lu-%d", (unsigned long)ns.st_ino, getpid());
  int dir = -1;
  if (mkdirat(parent, slot_name, 0755) == 0 || errno == EEXIST) dir = open_at(parent, slot_name, O_RDONLY | O_DIRECTORY);
  /* v1's `tasks` first: joining by `cgroup.procs` waits for an RCU grace period, 5 to 15 ms, after each pause. */
  group->procs = dir < 0 ? -1 : open_at(dir, "tasks", O_WRONLY);
  if (dir >= 0 && group->procs < 0) group->procs = open_at(dir, "cgroup.procs", O_WRONLY);
  if (group->procs < 0) {
    if (dir >= 0) close(dir);
    unlinkat(parent, slot_name, AT_REMOVEDIR);
    close(parent);
    return -1;
  }
  group->parent = parent;
  group->directory = dir;
  return dir;
}

static void forget_group(struct group *group) {
  close(group->procs);
  close(group->directory);
  unlinkat(group->parent, slot_name, AT_REMOVEDIR);
  close(group->parent);
  *group = (struct group){-1, -1, -1};
}

static int open_memory_v2(const char *base) {
  int dir = open_group(base, &memory, 1);
  if (dir < 0) return 0;
  limit_fd = open_at(dir, "memory.max", O_WRONLY);
  usage_fd = open_at(dir, "memory.current", O_RDONLY);
  events_fd = open_at(dir, "memory.events", O_RDONLY);
  if (limit_fd < 0 || usage_fd < 0 || events_fd < 0) return forget_group(&memory), 0;
  can_limit_swap = write_file_at(dir, "memory.swap.max", "0") == 0;
  write_file_at(dir, "memory.oom.group", "1");
  peak_fd = open_at(dir, "memory.peak", O_RDWR);
  can_reset_peak = peak_fd >= 0 && write_text(peak_fd, "0") == 0;
  cpu_stat_fd = open_at(dir, "cpu.stat", O_RDONLY);
  pids_limit_fd = open_at(dir, "pids.max", O_WRONLY);
  kernel_fd = open_at(dir, "memory.stat", O_RDONLY);
  memory_version = 2;
  return 1;
}

static int open_memory_v1(const char *base) {
  int dir = open_group(base, &memory, 0);
  if (dir < 0) return 0;
  limit_fd = open_at(dir, "memory.limit_in_bytes", O_WRONLY);
  swap_limit_fd = open_at(dir, "memory.memsw.limit_in_bytes", O_WRONLY);
  peak_fd = open_at(dir, "memory.max_usage_in_bytes", O_RDWR);
  usage_fd = open_at(dir, "memory.usage_in_bytes", O_RDONLY);
  events_fd = open_at(dir, "memory.oom_control", O_RDONLY);
  if (limit_fd < 0 || peak_fd < 0 || usage_fd < 0 || events_fd < 0) return forget_group(&memory), 0;
  write_file_at(dir, "memory.swappiness", "0");
  can_limit_swap = swap_limit_fd >= 0;
  kernel_fd = open_at(dir, "memory.kmem.usage_in_bytes", O_RDONLY);
  can_reset_peak = 1;
  memory_version = 1;
  return 1;
}

/* Our own group's path, where v2 is mounted at `mount`. */
static int find_own_group(const char *mount, char *to) {
  char line[PATH_MAX];
  FILE *groups = fopen("/proc/self/cgroup", "re");
  int found = 0;
  while (groups && !found && fgets(line, sizeof line, groups)) {
    if (strncmp(line, "0::/", 4) || strstr(line, "/..")) continue;
    line[strcspn(line, "\n")] = 0;
    found = snprintf(to, PATH_MAX, "%s%s", mount, line + 3) < PATH_MAX;
  }
  if (groups) fclose(groups);
  size_t length = found ? strlen(to) : 0;
  if (length > 1 && to[length - 1] == '/') to[length - 1] = 0;
  return found;
}

/* A group with processes can have no controllers for its children: they move to a child of their own. */
static void vacate(const char *group) {
  char path[PATH_MAX + 32], line[32];
  int top = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top < 0 || (mkdirat(top, "grandsmith-host", 0755) < 0 && errno != EEXIST)) goto out;
  snprintf(path, sizeof path, "%s/cgroup.procs", group);
  FILE *members = fopen(path, "re");
  while (members && fgets(line, sizeof line, members)) write_file_at(top, "grandsmith-host/cgroup.procs", line);
  if (members) fclose(members);
out:
  if (top >= 0) close(top);
}

/* Where a user's session or a container may have been given the right to make groups: beside ours, else below it. */
static int open_delegated(const char *mount) {
  char own[PATH_MAX], base[PATH_MAX];
  if (!find_own_group(mount, own)) return 0;
  snprintf(base, sizeof base, "%s", own);
  dirname(base);
  if (strncmp(base, mount, strlen(mount)) == 0 && open_memory_v2(base)) return 1;
  if (access(own, W_OK) < 0) return 0;
  vacate(own);
  return open_memory_v2(own);
}

static void open_pids_v1(void) {
  char v1[PATH_MAX];
  if (pids_limit_fd >= 0 || !find_mount("cgroup", "pids", v1)) return;
  int dir = open_group(v1, &pids, 0);
  if (dir < 0) return;
  pids_limit_fd = open_at(dir, "pids.max", O_WRONLY);
  if (pids_limit_fd < 0) forget_group(&pids);
}

/* A kernel without swap has no limit of it either. */
static int has_swap(void) {
  FILE *swaps = fopen("/proc/swaps", "re");
  char line[PATH_MAX];
  int count = 0;
  while (swaps && fgets(line, sizeof line, swaps)) count++;
  if (swaps) fclose(swaps);
  return count > 1; /* the first is the heading */
}

static const char *find_memory_shortfall(void) {
  if (!memory_version)
    return "no memory control group can be made (cgroup v2 or v1), so memory is limited by address space and judged by "
           "resident set: a program that asks for too much at once sees its allocation fail";
  if (!can_reset_peak)
    return "memory.peak cannot be reset before Linux 6.12, so the peak is the largest resident set of one process";
  if (!can_limit_swap && (memory_version == 1 || has_swap()))
    return "swap is not accounted (boot with swapaccount=1), so a program may swap beyond its memory limit";
  return NULL;
}

char open_groups(int has_processes) {
  char v2[PATH_MAX], v1[PATH_MAX];
  int has_v2 = find_mount("cgroup2", NULL, v2);
  if (has_v2 && !open_memory_v2(v2)) open_delegated(v2);
  if (!memory_version && find_mount("cgroup", "memory", v1)) open_memory_v1(v1);
  if (has_processes) {
    open_pids_v1();
    int dir = memory_version != 2 && has_v2 ? open_group(v2, &cpu, 0) : -1;
    if (dir >= 0) cpu_stat_fd = open_at(dir, "cpu.stat", O_RDONLY);
  } else {
    if (cpu_stat_fd >= 0) close(cpu_stat_fd);
    if (pids_limit_fd >= 0) close(pids_limit_fd);
    cpu_stat_fd = pids_limit_fd = -1;
  }
  add_shortfall(find_memory_shortfall());
  if (has_processes && cpu_stat_fd < 0)
    add_shortfall("CPU time is limited per process, not per run, where a program makes processes");
  return memory_version == 2 ? '2' : memory_version == 1 ? '1' : '0';
}

void remove_groups(void) {
  for (int tries = 0; tries < 400; tries++) { /* on a busy machine the killed take their time to be gone */
    int left = 0;
    if (memory.parent >= 0) left |= unlinkat(memory.parent, slot_name, AT_REMOVEDIR) < 0 && errno == EBUSY;
    if (cpu.parent >= 0) left |= unlinkat(cpu.parent, slot_name, AT_REMOVEDIR) < 0 && errno == EBUSY;
    if (pids.parent >= 0) left |= unlinkat(pids.parent, slot_name, AT_REMOVEDIR) < 0 && errno == EBUSY;
    if (!left) return;
    usleep(2000);
  }
}

/* Nobody else writes these groups' limits: what stands there is what was written last. */
static int write_memory_limits(uint64_t memory_bytes) {
  static uint64_t written_bytes;
  if (memory_bytes == written_bytes) return 0;
  written_bytes = 0;
  /* The memory limit may never stand above the one of memory and swap, whichever way both move. */
  if (write_number(limit_fd, memory_bytes) < 0) {
    if (swap_limit_fd < 0 || write_number(swap_limit_fd, memory_bytes) < 0) return -1;
    if (write_number(limit_fd, memory_bytes) < 0) return -1;
  }
  if (swap_limit_fd >= 0 && write_number(swap_limit_fd, memory_bytes) < 0) return -1;
  written_bytes = memory_bytes;
  return 0;
}

/*
 * What the kernel keeps of ended processes stays charged to the group for a while, many megabytes after a storm of
 * them: the next program is given that beyond its limit. Pages of files stay too, but give way by themselves.
 */
static uint64_t read_leftover(void) {
  const uint64_t step = 1 << 20; /* mostly nothing, so that the limit need not be written for each run */
  if (start_usage < step) return 0;
  uint64_t kernel = read_number(kernel_fd, memory_version == 2 ? "\nkernel " : "");
  return (kernel < start_usage ? kernel : start_usage) / step * step;
}

int reset_groups(uint64_t memory_bytes, uint32_t processes) {
  if (pids_limit_fd >= 0 && write_number(pids_limit_fd, processes) < 0) return -1;
  if (cpu_stat_fd >= 0) start_cpu_ns = 0, start_cpu_ns = read_group_cpu_ns();
  if (!memory_version) return 0;
  start_usage = read_number(usage_fd, "");
  if (write_memory_limits(memory_bytes + read_leftover()) < 0) return -1;
  start_kills = read_number(events_fd, "oom_kill ");
  return can_reset_peak ? write_text(peak_fd, "0") : 0;
}

int group_to_start_in(void) { return memory_version == 2 ? memory.directory : cpu.directory; }

static int join(const struct group *group, int is_started_inside) {
  if (group->procs < 0 || (is_started_inside && group->directory == group_to_start_in())) return 0;
  return write(group->procs, "0", 1) == 1 ? 0 : -1;
}

int join_groups(int is_started_inside) {
  const struct group *const groups[] = {&memory, &cpu, &pids};
  for (int i = 0; i < 3; i++)
    if (join(groups[i], is_started_inside) < 0) return -1;
  return 0;
}

int has_memory_group(void) { return memory_version != 0; }
int has_cpu_group(void) { return cpu_stat_fd >= 0; }

uint64_t read_group_cpu_ns(void) { return read_number(cpu_stat_fd, "usage_usec ") * 1000 - start_cpu_ns; }

int was_memory_killed(void) { return memory_version && read_number(events_fd, "oom_kill ") > start_kills; }

uint64_t read_peak_bytes(void) {
  uint64_t peak = can_reset_peak ? read_number(peak_fd, "") : 0;
  return peak > start_usage ? peak - start_usage : 0;
}
