#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frames.h"

enum { MAX_WORK_FILES = 16384, MAX_DEPTH = 24 };

static int store_fd = -1, input_fd = -1;

void use_store(int store, int input) {
  store_fd = store;
  input_fd = input;
}

static const char *blob_name(const uint8_t *digest) {
  static char name[2 * DIGEST_BYTES + 1];
  static const char hex[] = "0123456789abcdef";
  for (int i = 0; i < DIGEST_BYTES; i++) name[2 * i] = hex[digest[i] >> 4], name[2 * i + 1] = hex[digest[i] & 15];
  return name;
}

static const char *blob_path(const uint8_t *digest) {
  static char path[80];
  snprintf(path, sizeof path, "blobs/%s", blob_name(digest));
  return path;
}

void keep_blob(const uint8_t *digest, size_t bytes) {
  int fd = openat(store_fd, blob_path(digest), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) die_errno("cannot keep a file for the program");
  read_into_file(fd, bytes);
  close(fd);
}

void drop_blob(const uint8_t *digest) { unlinkat(store_fd, blob_path(digest), 0); }

int open_blob(const uint8_t *digest) { return openat(input_fd, blob_name(digest), O_RDONLY | O_CLOEXEC); }

static int open_directory(int dir, const char *name) {
  return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static int is_dots(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

void empty_box(void) {
  DIR *dir = fdopendir(open_directory(store_fd, "box"));
  if (!dir) die_errno("open box");
  for (struct dirent *entry; (entry = readdir(dir));)
    if (!is_dots(entry->d_name)) unlinkat(dirfd(dir), entry->d_name, 0);
  closedir(dir);
}

static int is_plain(const char *name) {
  return name[0] && !is_dots(name) && !strchr(name, '/') && strlen(name) <= NAME_MAX;
}

static const char *box_path(const char *name) {
  static char path[NAME_MAX + 8];
  if (!is_plain(name)) die("protocol: file name is a path");
  snprintf(path, sizeof path, "box/%s", name);
  return path;
}

int link_into_box(const char *name, const uint8_t *digest, int is_executable) {
  if (linkat(store_fd, blob_path(digest), store_fd, box_path(name), 0) < 0) return -1;
  return fchmodat(store_fd, box_path(name), is_executable ? 0555 : 0444, 0);
}

void unlink_from_box(const char *name) { unlinkat(store_fd, box_path(name), 0); }

int open_regular_file(int dir, const char *name) {
  const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  struct stat status;
  if (!is_plain(name)) die("protocol: name to collect is a path");
  if (fstatat(dir, name, &status, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(status.st_mode)) return -1;
  int fd = openat(dir, name, flags);
  /* Nothing runs any more: the file is what was looked at. Its mode may keep its own user from reading it. */
  if (fd < 0 && errno == EACCES && fchmodat(dir, name, 0600, 0) == 0) fd = openat(dir, name, flags);
  if (fd >= 0 && (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode))) close(fd), fd = -1;
  return fd;
}

/* Opens a child directory that its mode may close even to its own user. */
static int open_closed_directory(int dir, const char *name) {
  int fd = open_directory(dir, name);
  if (fd < 0 && errno == EACCES && fchmodat(dir, name, 0700, 0) == 0) fd = open_directory(dir, name);
  return fd;
}

static int is_directory(int dir, const char *name) {
  struct stat status;
  return fstatat(dir, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

/* Moves what lies in `child` up into `top`, so that however deep a tree is, two descriptors remove it. */
static void flatten(int top, const char *child, unsigned long *serial) {
  int fd = open_closed_directory(top, child);
  if (fd < 0) return;
  fchmod(fd, 0700);
  DIR *dir = fdopendir(fd);
  for (struct dirent *entry; dir && (entry = readdir(dir));) {
    char name[64];
    if (is_dots(entry->d_name) || unlinkat(fd, entry->d_name, 0) == 0 || !is_directory(fd, entry->d_name)) continue;
    fchmodat(fd, entry->d_name, 0700, 0);
    snprintf(name, sizeof name, ".removed-%lu", (*serial)++);
    renameat(fd, entry->d_name, top, name);
  }
  if (dir) closedir(dir);
}

/* How many of the entries were removed; -1 when there were none. */
static long empty_once(int top, unsigned long *serial) {
  long removed = -1;
  DIR *dir = fdopendir(open_directory(top, "."));
  if (!dir) die_errno("empty a directory");
  for (struct dirent *entry; (entry = readdir(dir));) {
    if (is_dots(entry->d_name)) continue;
    if (removed < 0) removed = 0;
    if (is_directory(top, entry->d_name)) flatten(top, entry->d_name, serial);
    removed += unlinkat(top, entry->d_name, 0) == 0 || unlinkat(top, entry->d_name, AT_REMOVEDIR) == 0;
  }
  closedir(dir);
  return removed;
}

void empty_directory(int top) {
  unsigned long serial = 0;
  long removed;
  fchmod(top, 0700);
  while ((removed = empty_once(top, &serial)) > 0) continue;
  if (removed == 0) die("cannot remove what a program left in /work");
}

static void measure(int fd, int depth, uint64_t limit, uint64_t *bytes, unsigned *files) {
  DIR *dir = fdopendir(fd);
  if (!dir) close(fd);
  for (struct dirent *entry; dir && *bytes <= limit && (entry = readdir(dir));) {
    struct stat status;
    if (is_dots(entry->d_name)) continue;
    if (++*files > MAX_WORK_FILES || depth > MAX_DEPTH) *bytes = limit + 1;
    if (fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0) continue;
    *bytes += (uint64_t)status.st_blocks * 512;
    int child = S_ISDIR(status.st_mode) ? open_directory(dirfd(dir), entry->d_name) : -1;
    if (child >= 0) measure(child, depth + 1, limit, bytes, files);
  }
  if (dir) closedir(dir);
}

uint64_t measure_directory(int dir, uint64_t limit) {
  uint64_t bytes = 0;
  unsigned files = 0;
  measure(open_directory(dir, "."), 0, limit, &bytes, &files);
  return bytes;
}
