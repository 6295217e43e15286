#define _GNU_SOURCE
#include "link.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "frames.h"

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(2 * sizeof(int))];
};

static void send_with(const struct message *message, const int *fds, size_t count) {
  union control control = {0};
  struct iovec part = {(void *)message, sizeof *message};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  if (count) {
    header.msg_control = &control;
    header.msg_controllen = CMSG_SPACE(count * sizeof *fds);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(count * sizeof *fds);
    memcpy(CMSG_DATA(&control.header), fds, count * sizeof *fds);
  }
  ssize_t sent;
  do sent = sendmsg(LINK_FD, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent != sizeof *message) die_errno("the other program's helper is gone");
}

void send_message(const struct message *message) { send_with(message, NULL, 0); }

void send_start(uint64_t run, int stdin_fd, int stdout_fd) {
  const int fds[2] = {stdin_fd, stdout_fd};
  send_with(&(struct message){run, MESSAGE_START, 0}, fds, 2);
}

static struct message receive_any(int fds[2]) {
  union control control = {0};
  struct message message = {0};
  struct iovec part = {&message, sizeof message};
  struct msghdr header = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t got;
  do got = recvmsg(LINK_FD, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got != sizeof message) die("the other program's helper is gone");
  fds[0] = fds[1] = -1;
  struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
  if (rights && rights->cmsg_type == SCM_RIGHTS && rights->cmsg_len == CMSG_LEN(2 * sizeof(int)))
    memcpy(fds, CMSG_DATA(rights), 2 * sizeof(int));
  if (message.kind == MESSAGE_START && fds[1] < 0) die("protocol: a start without its pipes");
  return message;
}

struct message receive_message(uint64_t run, int fds[2]) {
  for (;;) {
    struct message message = receive_any(fds);
    if (message.run == run) return message;
    if (fds[0] >= 0) close(fds[0]), close(fds[1]); /* late word of a run that is over */
  }
}
