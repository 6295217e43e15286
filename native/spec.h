/* What is fixed for a slot's life. */
#ifndef GRANDSMITH_SPEC_H
#define GRANDSMITH_SPEC_H

#include <stddef.h>
#include <stdint.h>

struct spec {
  char tier;
  int allows_processes;
  uint64_t work_bytes;
  const char *directory; /* of the host, for the slot's files in tiers L and N */
  char **paths;
  size_t path_count;
  uint32_t processor; /* preferred by programs of few threads */
};

/* Whether programs see a root and processes of their own (R, U); elsewhere plain.h holds them. */
static inline int has_namespaces(const struct spec *spec) { return spec->tier == 'R' || spec->tier == 'U'; }

#endif
