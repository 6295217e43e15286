#define _GNU_SOURCE
#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frames.h"
#include "link.h"
#include "plain.h"

enum { SYS_PIDFD_OPEN = 434, SYS_CLOSE_RANGE = 436, SECOND_SLOT_FD = 4, FREE_FD = 16, PATIENCE_MS = 1500 };

static void wrap(char **argv) {
  int directory = open(argv[0], O_RDONLY | O_DIRECTORY);
  if (directory < 0) die_about("open", argv[0]);
  if (directory != DIRECTORY_FD && (dup2(directory, DIRECTORY_FD) < 0 || close(directory) < 0)) die_errno("dup2");
  execv(argv[1], argv + 1);
  die_about("start", argv[1]);
}

static void start_slot(const char *self, int count, char **argv, int link, int is_second) {
  char *arguments[4096];
  if (count + 3 > 4096) die("too many arguments");
  for (int i = 0; is_second && i < 3; i++) {
    static const int targets[] = {INPUT_FD, OUTPUT_FD, CONTROL_FD};
    if (dup2(SECOND_SLOT_FD + i, targets[i]) < 0) die_errno("dup2");
  }
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) die_errno("prctl(PR_SET_PDEATHSIG)");
  if (dup2(link, LINK_FD) < 0) die_errno("dup2");
  if (syscall(SYS_CLOSE_RANGE, LINK_FD + 1, ~0u, 0) < 0) die_errno("close_range");
  arguments[0] = (char *)self;
  for (int i = 0; i < count; i++) arguments[i + 1] = argv[i];
  if (count == 0) arguments[++count] = "linked";
  arguments[count + 1] = NULL;
  execv(self, arguments);
  die_about("start", self);
}

/* Ends when both have; when one did, the other gets time to. */
static void keep_pair(const pid_t slots[2]) {
  struct pollfd fds[2];
  int status = 0, result = 0;
  for (int i = 0; i < 2; i++) fds[i] = (struct pollfd){(int)syscall(SYS_PIDFD_OPEN, slots[i], 0), POLLIN, 0};
  while (poll(fds, 2, -1) < 0 && errno == EINTR) continue;
  for (int i = 0; i < 2; i++)
    while (poll(&fds[i], 1, PATIENCE_MS) < 0 && errno == EINTR) continue;
  for (int i = 0; i < 2; i++) {
    kill(slots[i], SIGKILL);
    while (waitpid(slots[i], &status, 0) < 0 && errno == EINTR) continue;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) result = 1;
  }
  _exit(result);
}

static void pair(const char *self, int count, char **argv, int first_count) {
  int link[2];
  pid_t slots[2];
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) die_errno("prctl(PR_SET_PDEATHSIG)");
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, link) < 0) die_errno("socketpair");
  for (int i = 0; i < 2; i++) {
    int high = fcntl(link[i], F_DUPFD, FREE_FD);
    if (high < 0) die_errno("dup");
    close(link[i]);
    link[i] = high;
  }
  for (int i = 0; i < 2; i++) {
    slots[i] = fork();
    if (slots[i] < 0) die_errno("fork");
    if (slots[i] > 0) continue;
    if (i == 0) start_slot(self, first_count, argv, link[0], 0);
    start_slot(self, count - first_count, argv + first_count, link[1], 1);
  }
  syscall(SYS_CLOSE_RANGE, 0, ~0u, 0);
  keep_pair(slots);
}

struct launched launch(int argc, char **argv) {
  struct launched launched = {0};
  if (argc > 3 && !strcmp(argv[1], "wrap")) wrap(argv + 2);
  if (argc > 2 && !strcmp(argv[1], "pair")) {
    int first_count = atoi(argv[2]);
    if (first_count < 0 || first_count > argc - 3) die("protocol: a pair with a wrong count");
    pair(argv[0], argc - 3, argv + 3, first_count);
  }
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "linked")) launched.is_linked = 1;
    else if (!strcmp(argv[i], "wrapped")) launched.is_wrapped = 1;
    else die("protocol: unknown argument");
  }
  /* Whatever else Node was given when it started would be the programs' too. */
  if (launched.is_linked) fcntl(LINK_FD, F_SETFD, FD_CLOEXEC);
  else close(LINK_FD);
  if (!launched.is_wrapped) close(DIRECTORY_FD);
  if (syscall(SYS_CLOSE_RANGE, DIRECTORY_FD + 1, ~0u, 0) < 0) die_errno("close_range");
  return launched;
}
