#define _GNU_SOURCE
#include "root.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "files.h"
#include "frames.h"
#include "user.h"

/* Linux 5.2 to 5.12; by number, since the C library may be older than the kernel. */
enum { SYS_OPEN_TREE = 428, SYS_MOVE_MOUNT = 429, SYS_MOUNT_SETATTR = 442 };
enum { TREE_CLONE = 1, TREE_RECURSIVE = 0x8000, MOVE_FROM_EMPTY_PATH = 4 };
enum { ATTR_READ_ONLY = 1, ATTR_NO_SETUID = 2, ATTR_NO_DEVICES = 4 };
struct attributes {
  uint64_t set, clear, propagation, user_namespace;
};

enum { MAX_PATHS = 256, PROGRAM_ID_INSIDE = 65534 };
static const char base[] = "/tmp"; /* where the new root is mounted before it becomes the root */


static void write_proc(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text)) die_about("write", path);
  close(fd);
}

static void map_user(void) {
  char text[64];
  uid_t uid = geteuid();
  gid_t gid = getegid();
  if (unshare(CLONE_NEWUSER) < 0) die_errno("unshare(CLONE_NEWUSER)");
  write_proc("/proc/self/setgroups", "deny");
  snprintf(text, sizeof text, "%d %u 1", PROGRAM_ID_INSIDE, uid);
  write_proc("/proc/self/uid_map", text);
  snprintf(text, sizeof text, "%d %u 1", PROGRAM_ID_INSIDE, gid);
  write_proc("/proc/self/gid_map", text);
}

void enter_namespaces(const struct spec *spec) {
  if (spec->tier == 'U') {
    map_user();
    program_uid = PROGRAM_ID_INSIDE;
  } else if (take_own_user() < 0) {
    die("root here has no right to change users");
  }
  if (unshare(CLONE_NEWNS) < 0) die_errno("unshare(CLONE_NEWNS)");
  if (unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) < 0) die_errno("unshare(NET, IPC, UTS)");
  if (unshare(CLONE_NEWPID) < 0) die_errno("unshare(CLONE_NEWPID)");
}

static int clone_tree(int dir, const char *path, uint64_t attributes) {
  int tree = (int)syscall(SYS_OPEN_TREE, dir, path, TREE_CLONE | TREE_RECURSIVE | O_CLOEXEC);
  if (tree < 0) die_about("open_tree", path);
  struct attributes set = {.set = attributes};
  if (attributes && syscall(SYS_MOUNT_SETATTR, tree, "", AT_EMPTY_PATH | TREE_RECURSIVE, &set, sizeof set) < 0)
    die_about("mount_setattr", path);
  return tree;
}

static void attach_tree(int tree, const char *path) {
  if (syscall(SYS_MOVE_MOUNT, tree, "", AT_FDCWD, path, MOVE_FROM_EMPTY_PATH) < 0) die_about("move_mount", path);
  close(tree);
}

/* Makes the directories above `path`. */
static void make_parents(const char *path) {
  char part[PATH_MAX];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
    if (mkdir(part, 0755) < 0 && errno != EEXIST) die_about("mkdir", part);
  }
}

static void make_mount_point(const char *path, int is_directory) {
  make_parents(path);
  int made = is_directory ? mkdir(path, 0755) : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (made < 0 && errno != EEXIST) die_about("create", path);
  if (made > 0) close(made);
}

/* What stands at a read-only path of the host: a link to copy, or a tree to mount. */
struct shown {
  const char *path;
  char link[PATH_MAX];
  int tree;
  int is_directory;
};

static void take_from_host(struct shown *shown, const char *path, uint64_t attributes) {
  struct stat status;
  if (lstat(path, &status) < 0) die_about("show", path);
  shown->path = path;
  shown->tree = -1;
  shown->is_directory = S_ISDIR(status.st_mode);
  if (S_ISLNK(status.st_mode)) {
    ssize_t length = readlink(path, shown->link, sizeof shown->link - 1);
    if (length < 0) die_about("readlink", path);
    shown->link[length] = 0;
  } else {
    shown->tree = clone_tree(AT_FDCWD, path, attributes);
  }
}

static void show(struct shown *shown) {
  char inside[PATH_MAX];
  snprintf(inside, sizeof inside, "%s%s", base, shown->path);
  if (shown->tree < 0) {
    make_parents(inside);
    if (symlink(shown->link, inside) < 0 && errno != EEXIST) die_about("symlink", inside);
  } else {
    make_mount_point(inside, shown->is_directory);
    attach_tree(shown->tree, inside);
  }
}

static void make_store(void) {
  if (mkdir("/tmp/.store", 0700) < 0) die_errno("mkdir store");
  /* Large pages for large files: a program's pages are then mapped by a few faults. Not every kernel knows the option. */
  static const char *const options[] = {"mode=0755,size=2g,nr_inodes=65536,huge=within_size",
                                        "mode=0755,size=2g,nr_inodes=65536"};
  const char *const name = "grandsmith-store";
  if (mount(name, "/tmp/.store", "tmpfs", MS_NOSUID | MS_NODEV, options[0]) < 0 &&
      mount(name, "/tmp/.store", "tmpfs", MS_NOSUID | MS_NODEV, options[1]) < 0)
    die_errno("mount store");
  int store_fd = open("/tmp/.store", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (store_fd < 0 || mkdirat(store_fd, "blobs", 0755) < 0 || mkdirat(store_fd, "box", 0755) < 0)
    die_errno("make store");
  const uint64_t fixed = ATTR_READ_ONLY | ATTR_NO_SETUID | ATTR_NO_DEVICES;
  use_store(store_fd, clone_tree(store_fd, "blobs", fixed));
  make_mount_point("/tmp/box", 1);
  attach_tree(clone_tree(store_fd, "box", fixed), "/tmp/box");
  if (umount2("/tmp/.store", MNT_DETACH) < 0) die_errno("detach store");
  rmdir("/tmp/.store");
}

void enter_root(const struct spec *spec) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"};
  static struct shown all[MAX_PATHS + 4];
  size_t count = 0;
  if (spec->path_count > MAX_PATHS) die("too many read-only paths");
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) die_errno("make mounts private");
  for (size_t i = 0; i < 4; i++) take_from_host(&all[count++], devices[i], ATTR_NO_SETUID);
  for (size_t i = 0; i < spec->path_count; i++)
    take_from_host(&all[count++], spec->paths[i], ATTR_READ_ONLY | ATTR_NO_SETUID | ATTR_NO_DEVICES);
  if (mount("grandsmith-root", base, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=4m") < 0) die_errno("mount root");
  for (size_t i = 0; i < count; i++) show(&all[i]);
  make_store();
  if (spec->work_bytes) make_mount_point("/tmp/work", 1);
  if (chdir(base) < 0 || syscall(SYS_pivot_root, ".", ".") < 0) die_errno("pivot_root");
  if (umount2(".", MNT_DETACH) < 0 || chdir("/") < 0) die_errno("detach the host's root");
  struct attributes read_only = {.set = ATTR_READ_ONLY};
  if (syscall(SYS_MOUNT_SETATTR, AT_FDCWD, "/", 0, &read_only, sizeof read_only) < 0) die_errno("make root read-only");
  renew_mounted_work(spec);
}

void renew_mounted_work(const struct spec *spec) {
  static int is_mounted;
  char options[128];
  if (!spec->work_bytes) return;
  if (is_mounted && umount2("/work", MNT_DETACH) < 0) die_errno("unmount /work");
  snprintf(options, sizeof options, "mode=0700,size=%llu,nr_inodes=16384,uid=%u,gid=%u",
           (unsigned long long)spec->work_bytes, program_uid, program_uid);
  if (mount("grandsmith-work", "/work", "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) die_errno("mount /work");
  is_mounted = 1;
}
