/*
 * What two joined slots say to each other: a socket between their workers, on which one message of a fixed size starts
 * and one ends each joined run. The solution's worker makes the pipes and relays; the interactor's gets its ends.
 */
#ifndef GRANDSMITH_LINK_H
#define GRANDSMITH_LINK_H

#include <stdint.h>

enum { LINK_FD = 4 };
enum message_kind {
  MESSAGE_START = 1, /* to the interactor's worker, with two descriptors: its standard input and output */
  MESSAGE_SKIP = 2,  /* to it: there will be no run */
  MESSAGE_FLOOD = 3, /* to it: the program sent more than it may */
  MESSAGE_ENDED = 4, /* from it */
  MESSAGE_ASK = 5,   /* to it: does the program live? There is no answer where it does not: its end is told */
  MESSAGE_ALIVE = 6, /* from it */
};

struct message {
  uint64_t run; /* the job's number and the run's index */
  uint32_t kind, unused;
};

void send_message(const struct message *message);
void send_start(uint64_t run, int stdin_fd, int stdout_fd);
/* The next message about `run`, waited for if need be; `fds` for those of a start. Ends the process when the other's is
   gone. */
struct message receive_message(uint64_t run, int fds[2]);

#endif
