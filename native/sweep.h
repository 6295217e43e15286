/* Ends what a run left behind, in the tiers that have no PID namespace whose end does it. */
#ifndef GRANDSMITH_SWEEP_H
#define GRANDSMITH_SWEEP_H

#include <sys/resource.h>

#include "spec.h"

void prepare_sweep(const struct spec *spec);
/* Kills every descendant of the calling process and waits for it; adds the CPU time of what it waited for to `sum`. */
void sweep(struct rusage *sum);

#endif
