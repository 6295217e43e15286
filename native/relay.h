/*
 * Two programs joined by two pipes each way, with us between them: what one sends is counted, kept and passed on.
 *
 * Order. A program that ends closes its pipes a moment before its end can be seen. Were that passed on at once, the
 * other could end of it and be seen to end first. So a closed end is passed on only when its program is known to have
 * ended, or has not for CLOSE_GRACE_NS: whoever is seen to end first did not end because of the other.
 */
#ifndef GRANDSMITH_RELAY_H
#define GRANDSMITH_RELAY_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

enum side { SOLUTION = 0, INTERACTOR = 1 };
enum { RELAY_POLLS = 4 };

/* Makes the pipes: each side's standard input and output, to be closed here by the caller. 0, or -1 with errno. */
int open_relay(int solution[2], int interactor[2], const uint64_t budgets[2], uint64_t transcript_bytes);
void close_relay(void);

void watch_relay(struct pollfd polls[RELAY_POLLS]);
/* When a turn is due without any event; UINT64_MAX for never. */
uint64_t relay_deadline(void);
void turn_relay(const struct pollfd polls[RELAY_POLLS], uint64_t now_ns);
/* Whether a side sent more than it may; what is beyond is not passed on. */
int is_flooding(enum side side);
void mark_ended(enum side side);

/* The last relay's figures, in the form of the result frame. */
size_t relay_report_bytes(void);
void put_relay_report(enum side ended_first);
void reset_relay_report(void);

#endif
