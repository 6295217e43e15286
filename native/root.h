/*
 * The world inside: a root of its own, made once, that shows the read-only paths, four devices, /box and /work.
 * The store is a file system of its own outside that root, reached by descriptor only: `blobs/` holds what Node sent,
 * by digest, and `box/` holds hard links to it under the names of the job. Programs see `box/` through a read-only
 * mount and get their input from another one, so neither tier lets them change, or change the mode of, a file.
 */
#ifndef GRANDSMITH_ROOT_H
#define GRANDSMITH_ROOT_H

#include <stdint.h>
#include <sys/types.h>

struct spec {
  char tier;
  int allows_processes;
  uint64_t work_bytes;
  char **paths;
  size_t path_count;
};

/* The user that programs run as: inside the user namespace in tier U. */
extern uid_t program_uid;

/* Tier U started by root (for tests) goes on as nobody. */
void give_up_root(void);
/* Leaves the host's namespaces; the next child is the first process of a new PID namespace. */
void enter_namespaces(const struct spec *spec);
/* Builds the root and moves into it. */
void enter_root(const struct spec *spec);

void keep_blob(const uint8_t *digest, size_t bytes);
void drop_blob(const uint8_t *digest);
/* A fresh read-only description of a blob; -1 when it was never sent. */
int open_blob(const uint8_t *digest);
void empty_box(void);
/* 0, or -1 with errno. */
int link_into_box(const char *name, const uint8_t *digest, int is_executable);
void unlink_from_box(const char *name);
/* A new, empty /work; nothing where the spec has none. */
void renew_work(const struct spec *spec);
/* A regular file of /work, links not followed; -1 where there is none. */
int open_work_file(const char *name);

#endif
