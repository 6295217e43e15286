/*
 * The files of a slot, reached by descriptor only. The store's `blobs/` holds what Node sent, by digest, and `box/` hard
 * links to it under the names of the job. Programs see `box/` alone and may not change it: through a read-only mount, or
 * since another user owns it, or since Landlock says so.
 */
#ifndef GRANDSMITH_FILES_H
#define GRANDSMITH_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* `input_fd` is where blobs are opened for programs to read: `store_fd`'s blobs, read-only where that can be. */
void use_store(int store_fd, int input_fd);
void keep_blob(const uint8_t *digest, size_t bytes);
void drop_blob(const uint8_t *digest);
/* A fresh read-only description of a blob; -1 when it was never sent. */
int open_blob(const uint8_t *digest);
void empty_box(void);
/* 0, or -1 with errno. */
int link_into_box(const char *name, const uint8_t *digest, int is_executable);
void unlink_from_box(const char *name);

/* A regular file of the directory, links not followed; -1 where there is none. */
int open_regular_file(int dir, const char *name);
/* Removes everything below a directory, however deep, whatever its modes. */
void empty_directory(int dir);
/* Bytes that lie below a directory, read no further than beyond `limit` bytes or what a slot may have in files. */
uint64_t measure_directory(int dir, uint64_t limit);

#endif
