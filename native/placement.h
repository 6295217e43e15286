/*
 * Where programs run. Waking a process on another processor than its waker's costs tens of microseconds, much of what a
 * short program takes, and so does moving one that starts: so a program of few threads runs on the processor of its
 * worker, and on no other at any time, which is the one processor that it can see. While it runs its processor is
 * claimed, so that the programs of no two slots share one while another is free; the claims are locks on a file that all
 * helpers of a user open. Where others want the processor as well, worker and program move on together to a free one.
 */
#ifndef GRANDSMITH_PLACEMENT_H
#define GRANDSMITH_PLACEMENT_H

#include <stdint.h>
#include <sys/types.h>

/* Before namespaces are entered, where the file is still to be seen. Without it programs are placed without claims. */
void open_claims(void);
/* Once, in the worker; nothing is placed without. The processors that we may use are counted round. */
void prepare_placement(uint32_t preferred);
/* Before a program with so many threads is started. */
void place_next_program(uint32_t thread_count);
/* When to look next at how the program fares, be it `now_ns` its start or the last look; never for some. */
uint64_t next_place_check_ns(uint64_t now_ns);
/* What it has taken and used so far. */
void check_place(pid_t program, uint64_t wall_ns, uint64_t used_ns);
/* What the whole run says of the place. */
void learn_from_run(uint64_t wall_ns, uint64_t cpu_ns);
/* After every call of place_next_program, once nothing of the program is left. */
void leave_processor(void);

#endif
