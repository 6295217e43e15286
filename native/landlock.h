/* Landlock: which files a program may use, where no root of its own can be made. Asked by system call, not configured. */
#ifndef GRANDSMITH_LANDLOCK_H
#define GRANDSMITH_LANDLOCK_H

#include <sys/types.h>

enum { LANDLOCK_SCOPES_SIGNALS = 6, LANDLOCK_HOLDS_TRUNCATION = 3 };

/* The kernel's version of Landlock; 0 when it has none. */
int find_landlock_version(void);
/* A set that allows nothing but what is added; everything that this version knows is refused. -1 with errno. */
int open_ruleset(void);
/* Reading and executing below `path_fd`, which may be a file; all of the ruleset's rights with `is_writable`. */
int allow_path(int ruleset, int path_fd, int is_writable);
/* Reading and writing a device. */
int allow_device(int ruleset, int path_fd);
/* Puts the calling thread under the set for good; 0, or -1 with errno. */
int restrict_to_ruleset(int ruleset);

#endif
