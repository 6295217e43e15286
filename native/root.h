/*
 * The world inside in tiers R and U: a root of its own, made once, that shows the read-only paths, four devices, /box and
 * /work. The store is a file system of its own outside that root. Programs see its `box/` through a read-only mount and
 * get their input from another one, so neither tier lets them change, or change the mode of, a file.
 */
#ifndef GRANDSMITH_ROOT_H
#define GRANDSMITH_ROOT_H

#include "spec.h"

/* Leaves the host's namespaces; the next child is the first process of a new PID namespace. */
void enter_namespaces(const struct spec *spec);
/* Builds the root and moves into it. */
void enter_root(const struct spec *spec);
/* A new, empty /work; nothing where the spec has none. */
void renew_mounted_work(const struct spec *spec);

#endif
