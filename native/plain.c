#define _GNU_SOURCE
#include "plain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cgroup.h"
#include "files.h"
#include "frames.h"
#include "landlock.h"
#include "sweep.h"
#include "user.h"

static int directory_fd = -1, box_fd = -1, work_fd = -1, ruleset_fd = -1;
static pid_t node_pid;

static int make_directory(const char *name, mode_t mode) {
  if (mkdirat(directory_fd, name, mode) < 0 && errno != EEXIST) die_about("create", name);
  int fd = openat(directory_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) die_about("open", name);
  return fd;
}

static void open_slot(const struct spec *spec) {
  struct statvfs status;
  directory_fd = DIRECTORY_FD;
  if (spec->tier != 'B') directory_fd = open(spec->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory_fd < 0) die_about("open", spec->directory);
  fcntl(directory_fd, F_SETFD, FD_CLOEXEC);
  if (fstatvfs(directory_fd, &status) < 0) die_errno("statvfs");
  if (status.f_flag & ST_NOEXEC) die_about("programs cannot be started (mounted noexec) in", spec->directory);
  use_store(directory_fd, make_directory("blobs", 0700));
  box_fd = make_directory("box", 0755);
  if (spec->tier != 'B') fchmod(directory_fd, 0711);
  if (!spec->work_bytes) return;
  work_fd = spec->tier == 'B' ? open("/work", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : make_directory("work", 0700);
  if (work_fd < 0) die_errno("open /work");
  if (has_own_user && fchown(work_fd, program_uid, program_uid) < 0) die_errno("give /work away");
}

static void allow(int path_fd, const char *path, int kind) {
  int result = kind == 'd' ? allow_device(ruleset_fd, path_fd) : allow_path(ruleset_fd, path_fd, kind == 'w');
  if (result < 0) die_about("Landlock rule for", path);
}

static void allow_named(const char *path, int kind) {
  struct stat status;
  if (has_own_user) setfsuid(program_uid); /* who must be able to get there */
  int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  const int error = errno;
  if (has_own_user) setfsuid(0);
  errno = error;
  if (fd < 0 && errno == EACCES && has_own_user) die_about("programs run as a user who cannot get to", path);
  if (fd < 0 || fstat(fd, &status) < 0) die_about("show", path);
  if (!S_ISLNK(status.st_mode)) allow(fd, path, kind); /* where a link leads has a rule of its own or none */
  close(fd);
}

static void make_ruleset(const struct spec *spec) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"};
  if (find_landlock_version() == 0) {
    if (spec->tier == 'B') return;
    die("this kernel has no Landlock, or it was not enabled at boot (lsm=landlock,...)");
  }
  ruleset_fd = open_ruleset();
  if (ruleset_fd < 0) die_errno("landlock_create_ruleset");
  for (size_t i = 0; i < 4; i++) allow_named(devices[i], 'd');
  for (size_t i = 0; i < spec->path_count; i++) allow_named(spec->paths[i], 'r');
  allow(box_fd, "box", 'r');
  if (work_fd >= 0) allow(work_fd, "work", 'w');
}

static void say_shortfalls(const struct spec *spec) {
  if (spec->tier == 'N')
    add_shortfall("NOT ISOLATED: programs can read and write whatever this user can and stat, signal or trace what it "
                  "runs; only resource limits hold them");
  if (spec->tier == 'L')
    add_shortfall("no namespaces can be made here: programs are held by a system-call filter and Landlock, which keep "
                  "contents of files from them but not that files exist, how large and how old they are");
  if (spec->tier == 'B') return;
  if (!has_own_user)
    add_shortfall("programs run as this process's user, so its other processes count towards limits of processes");
  if (spec->tier == 'L' && !has_own_user && spec->allows_processes && find_landlock_version() < LANDLOCK_SCOPES_SIGNALS)
    add_shortfall("a program that may make processes can send signals to other processes of this user");
  if (spec->work_bytes) add_shortfall("the size of /work is watched, not reserved");
}

void enter_plain(const struct spec *spec) {
  node_pid = getppid();
  if (take_own_user() < 0) program_uid = geteuid();
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0) die_errno("prctl(PR_SET_CHILD_SUBREAPER)");
  open_slot(spec);
  if (spec->tier != 'N') make_ruleset(spec);
  prepare_sweep(spec);
  say_shortfalls(spec);
}

void fill_plain_filter(const struct spec *spec, struct filter_options *options) {
  const pid_t keeper = getppid(), all[] = {-1, 1, getpid(), keeper, -keeper, node_pid, -getpgid(node_pid)};
  options->shares_processes = 1;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != 0) options->protected_pids[options->protected_count++] = (unsigned)all[i];
  options->pretends_attributes = spec->tier != 'N' && !has_own_user;
  options->refuses_truncation = find_landlock_version() < LANDLOCK_HOLDS_TRUNCATION && !has_own_user;
}

int confine_program(void) { return ruleset_fd < 0 ? 0 : restrict_to_ruleset(ruleset_fd); }

int plain_start_directory(void) { return work_fd >= 0 ? work_fd : box_fd; }
int plain_work_directory(void) { return work_fd; }

void empty_work(void) {
  if (work_fd < 0) return;
  empty_directory(work_fd);
  if (has_own_user && fchmod(work_fd, 0700) < 0) die_errno("chmod /work");
}

int is_work_too_large(const struct spec *spec) {
  return work_fd >= 0 && spec->tier != 'B' && measure_directory(work_fd, spec->work_bytes) > spec->work_bytes;
}

void leave_plain(const struct spec *spec) {
  if (spec->allows_processes) sweep(NULL);
  if (spec->tier != 'B') empty_directory(directory_fd);
}
