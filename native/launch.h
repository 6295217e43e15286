/*
 * How a helper is started.
 *   helper                                  one slot, on fds 0, 1 and 3
 *   helper wrap DIRECTORY COMMAND ARGS...   the same in COMMAND, which in the end runs `helper wrapped` with DIRECTORY open
 *   helper pair COUNT ARGS... ARGS...       two slots joined by a socket: the first COUNT arguments start the first, the
 *                                           rest the second, which has fds 4, 5 and 6 for its 0, 1 and 3
 *   helper [linked] [wrapped]               what those start: the socket is fd 4, the directory fd 5
 */
#ifndef GRANDSMITH_LAUNCH_H
#define GRANDSMITH_LAUNCH_H

struct launched {
  int is_linked, is_wrapped;
};

/* Returns in the process that is to serve a slot, with all other descriptors closed. */
struct launched launch(int argc, char **argv);

#endif
