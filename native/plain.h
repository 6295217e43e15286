/*
 * The world in tiers B, L and N, which can make no mounts: a directory of the host with `blobs`, `box` and `work`. What a
 * program may see of the rest is up to bubblewrap (B), to Landlock (L), or to nobody (N).
 */
#ifndef GRANDSMITH_PLAIN_H
#define GRANDSMITH_PLAIN_H

#include <sys/resource.h>

#include "seccomp.h"
#include "spec.h"

enum { DIRECTORY_FD = 5 }; /* tier B: that directory, which has no path inside */

/* In the keeper: chooses the user, opens the directory, says what this tier does not hold. */
void enter_plain(const struct spec *spec);
void fill_plain_filter(const struct spec *spec, struct filter_options *options);

/* In a starting program: 0, or -1 with errno. */
int confine_program(void);
/* `box` or `work`, where programs start. */
int plain_start_directory(void);
int plain_work_directory(void);
void empty_work(void);
/* Whether /work holds more than it may, asked where nothing else limits it. */
int is_work_too_large(const struct spec *spec);

/* The keeper's end, its worker being dead. */
void leave_plain(const struct spec *spec);

#endif
