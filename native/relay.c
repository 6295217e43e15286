#define _GNU_SOURCE
#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"

enum { FLOW_BYTES = 64 << 10, PIPE_BYTES = 256 << 10, MAX_TRANSCRIPT_BYTES = 64 << 20 };
static const uint64_t close_grace_ns = 100000000;

/* From one side's output to the other's input. */
struct flow {
  int from, to;
  size_t start, end;
  uint64_t sent, budget;
  int is_from_over, is_to_over; /* the pipe's other end is closed */
  int is_writer_ended, is_reader_ended;
  uint64_t from_grace, to_grace; /* until when a closed end is not passed on; 0 when it is open */
  uint8_t buffer[FLOW_BYTES];
};

static struct flow flows[2];

static struct {
  uint8_t *bytes;
  size_t size, room, limit, last;
  uint32_t count;
  int last_side, is_wanted, is_truncated;
} transcript;

static void close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

void reset_relay_report(void) {
  for (int i = 0; i < 2; i++) flows[i].sent = 0;
  transcript.size = transcript.limit = transcript.count = 0;
  transcript.is_truncated = 0;
  transcript.last_side = -1;
}

static int open_flow(struct flow *flow, int *writer_end, int *reader_end, uint64_t budget) {
  int from[2], to[2];
  if (pipe2(from, O_CLOEXEC) < 0) return -1;
  if (pipe2(to, O_CLOEXEC) < 0) return close(from[0]), close(from[1]), -1;
  fcntl(from[0], F_SETPIPE_SZ, PIPE_BYTES); /* a user may have used up its share: then they stay smaller */
  fcntl(to[0], F_SETPIPE_SZ, PIPE_BYTES);
  fcntl(from[0], F_SETFL, O_NONBLOCK);
  fcntl(to[1], F_SETFL, O_NONBLOCK);
  flow->from = from[0];
  flow->to = to[1];
  flow->start = flow->end = 0;
  flow->budget = budget;
  flow->is_from_over = flow->is_to_over = flow->is_writer_ended = flow->is_reader_ended = 0;
  flow->from_grace = flow->to_grace = 0;
  *writer_end = from[1];
  *reader_end = to[0];
  return 0;
}

int open_relay(int solution[2], int interactor[2], const uint64_t budgets[2], uint64_t transcript_bytes) {
  reset_relay_report();
  transcript.is_wanted = transcript_bytes > 0;
  transcript.limit = transcript_bytes < MAX_TRANSCRIPT_BYTES ? transcript_bytes : MAX_TRANSCRIPT_BYTES;
  if (open_flow(&flows[SOLUTION], &solution[1], &interactor[0], budgets[SOLUTION]) < 0) return -1;
  return open_flow(&flows[INTERACTOR], &interactor[1], &solution[0], budgets[INTERACTOR]);
}

void close_relay(void) {
  for (int i = 0; i < 2; i++) close_fd(&flows[i].from), close_fd(&flows[i].to);
}

static void append(const void *from, size_t bytes) {
  if (transcript.size + bytes > transcript.room) {
    transcript.room = 2 * (transcript.size + bytes) + 4096;
    transcript.bytes = realloc(transcript.bytes, transcript.room);
    if (!transcript.bytes) die("no memory for a transcript");
  }
  memcpy(transcript.bytes + transcript.size, from, bytes);
  transcript.size += bytes;
}

/* In the form of the result frame: u8 side, u32 length, bytes. Every stretch counts as long as its head at least. */
static void write_down(int side, const uint8_t *bytes, size_t count) {
  const uint8_t side_byte = (uint8_t)side;
  uint32_t length = 0;
  const int is_new = side != transcript.last_side;
  const size_t head = is_new ? sizeof side_byte + sizeof length : 0;
  size_t room = transcript.limit > transcript.size + head ? transcript.limit - transcript.size - head : 0;
  if (count > room) transcript.is_truncated = transcript.is_wanted, transcript.limit = transcript.size, count = room;
  if (count == 0) return;
  if (is_new) {
    append(&side_byte, sizeof side_byte);
    transcript.last = transcript.size;
    append(&length, sizeof length);
    transcript.count++;
    transcript.last_side = side;
  }
  append(bytes, count);
  memcpy(&length, transcript.bytes + transcript.last, sizeof length);
  length += (uint32_t)count;
  memcpy(transcript.bytes + transcript.last, &length, sizeof length);
}

static int is_empty(const struct flow *flow) { return flow->start == flow->end; }

void watch_relay(struct pollfd polls[RELAY_POLLS]) {
  for (int i = 0; i < 2; i++) {
    const struct flow *flow = &flows[i];
    const int reads = is_empty(flow) && !flow->is_from_over;
    polls[2 * i] = (struct pollfd){reads ? flow->from : -1, POLLIN, 0};
    polls[2 * i + 1] = (struct pollfd){flow->is_to_over ? -1 : flow->to, is_empty(flow) ? 0 : POLLOUT, 0};
  }
}

uint64_t relay_deadline(void) {
  uint64_t first = UINT64_MAX;
  for (int i = 0; i < 2; i++) {
    const struct flow *flow = &flows[i];
    if (flow->to >= 0 && flow->is_from_over && is_empty(flow) && flow->from_grace < first) first = flow->from_grace;
    if (flow->from >= 0 && flow->is_to_over && flow->to_grace < first) first = flow->to_grace;
  }
  return first;
}

static void read_flow(struct flow *flow, int side, uint64_t now_ns) {
  ssize_t got = read(flow->from, flow->buffer, sizeof flow->buffer);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    flow->is_from_over = 1;
    flow->from_grace = now_ns + close_grace_ns;
    return;
  }
  const uint64_t room = flow->budget > flow->sent ? flow->budget - flow->sent : 0;
  flow->sent += (uint64_t)got;
  flow->start = 0;
  flow->end = (uint64_t)got < room ? (size_t)got : (size_t)room;
  write_down(side, flow->buffer, flow->end);
}

static void write_flow(struct flow *flow, uint64_t now_ns) {
  ssize_t put = write(flow->to, flow->buffer + flow->start, flow->end - flow->start);
  if (put > 0) flow->start += (size_t)put;
  if (put >= 0 || errno == EAGAIN || errno == EINTR) return;
  flow->is_to_over = 1;
  flow->to_grace = now_ns + close_grace_ns;
}

/* Passes a closed end on when its time has come; what was under way when nobody reads any more is lost. */
static void pass_closing_on(struct flow *flow, uint64_t now_ns) {
  if (flow->is_reader_ended || (flow->is_to_over && now_ns >= flow->to_grace)) {
    close_fd(&flow->from), close_fd(&flow->to);
    flow->is_from_over = flow->is_to_over = 1;
    flow->start = flow->end = 0;
  }
  if (flow->is_from_over && is_empty(flow) && (flow->is_writer_ended || now_ns >= flow->from_grace))
    close_fd(&flow->from), close_fd(&flow->to);
}

void turn_relay(const struct pollfd polls[RELAY_POLLS], uint64_t now_ns) {
  for (int i = 0; i < 2; i++) {
    struct flow *flow = &flows[i];
    if (polls[2 * i].revents && flow->from >= 0) read_flow(flow, i, now_ns);
    if (!flow->is_to_over && (polls[2 * i + 1].revents & POLLERR) && is_empty(flow)) {
      flow->is_to_over = 1;
      flow->to_grace = now_ns + close_grace_ns;
    }
    if (!is_empty(flow) && !flow->is_to_over && flow->to >= 0) write_flow(flow, now_ns);
    pass_closing_on(flow, now_ns);
  }
}

int is_flooding(enum side side) { return flows[side].sent > flows[side].budget; }

void mark_ended(enum side side) {
  flows[side].is_writer_ended = 1;
  flows[!side].is_reader_ended = 1;
}

size_t relay_report_bytes(void) { return 1 + 2 * 8 + 1 + 4 + transcript.size; }

void put_relay_report(enum side ended_first) {
  put_u8(ended_first);
  put_u64(flows[SOLUTION].sent);
  put_u64(flows[INTERACTOR].sent);
  put_u8((uint8_t)transcript.is_truncated);
  put_u32(transcript.count);
  put_bytes(transcript.bytes, transcript.size);
}
