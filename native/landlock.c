#define _GNU_SOURCE
#include "landlock.h"

#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* By number and by name, since the C library's headers may be older than the kernel. */
enum { SYS_CREATE_RULESET = 444, SYS_ADD_RULE = 445, SYS_RESTRICT_SELF = 446 };
enum { GET_VERSION = 1, RULE_PATH_BENEATH = 1 };
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  MAKE_CHAR = 1 << 6,
  MAKE_BLOCK = 1 << 11,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  IOCTL_DEV = 1 << 15,
};
enum { FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV };
enum { BIND_TCP = 1, CONNECT_TCP = 2, SCOPE_ABSTRACT_SOCKETS = 1, SCOPE_SIGNALS = 2 };

struct ruleset {
  uint64_t files, network, scopes;
};
struct path_rule {
  uint64_t rights;
  int32_t parent;
} __attribute__((packed));

static uint64_t known_rights;

int find_landlock_version(void) {
  long version = syscall(SYS_CREATE_RULESET, NULL, 0, GET_VERSION);
  return version < 0 ? 0 : (int)version;
}

int open_ruleset(void) {
  int version = find_landlock_version();
  struct ruleset ruleset = {.files = REFER - 1};
  size_t size = sizeof ruleset.files;
  if (version >= 2) ruleset.files |= REFER;
  if (version >= 3) ruleset.files |= TRUNCATE;
  if (version >= 4) ruleset.network = BIND_TCP | CONNECT_TCP, size += sizeof ruleset.network;
  if (version >= 5) ruleset.files |= IOCTL_DEV;
  if (version >= 6) ruleset.scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS, size += sizeof ruleset.scopes;
  known_rights = ruleset.files;
  return (int)syscall(SYS_CREATE_RULESET, &ruleset, size, 0);
}

static int add_rule(int ruleset, int path_fd, uint64_t rights) {
  struct stat status;
  if (fstat(path_fd, &status) < 0) return -1;
  if (!S_ISDIR(status.st_mode)) rights &= FILE_RIGHTS;
  struct path_rule rule = {.rights = rights & known_rights, .parent = path_fd};
  return (int)syscall(SYS_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
}

int allow_path(int ruleset, int path_fd, int is_writable) {
  const uint64_t reading = EXECUTE | READ_FILE | READ_DIR;
  return add_rule(ruleset, path_fd, is_writable ? ~(uint64_t)(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV) : reading);
}

int allow_device(int ruleset, int path_fd) { return add_rule(ruleset, path_fd, READ_FILE | WRITE_FILE); }

int restrict_to_ruleset(int ruleset) { return (int)syscall(SYS_RESTRICT_SELF, ruleset, 0); }
