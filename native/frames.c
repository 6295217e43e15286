#include "frames.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

static uint8_t in_buffer[64 << 10];
static size_t in_start, in_end;
static uint8_t out_buffer[128 << 10];
static size_t out_bytes;
static const uint64_t held_ns = 1000000; /* waking Node costs it and us more than a short program's result is worth */
static uint64_t due_ns;                  /* when what is in the buffer is to be sent */

void die(const char *message) {
  out_bytes = 0;
  put_u32((uint32_t)(1 + 4 + strlen(message) + 1));
  put_u8(FRAME_FAIL);
  put_str(message);
  flush_output();
  _exit(1);
}

void die_errno(const char *message) {
  char text[512];
  snprintf(text, sizeof text, "%s: %s", message, strerror(errno));
  die(text);
}

void die_about(const char *what, const char *path) {
  char text[PATH_MAX + 128];
  snprintf(text, sizeof text, "%s %s: %s", what, path, strerror(errno));
  die(text);
}

static void fill_input(void) {
  flush_output();
  ssize_t got;
  do got = read(INPUT_FD, in_buffer, sizeof in_buffer);
  while (got < 0 && errno == EINTR);
  if (got <= 0) _exit(0);
  in_start = 0;
  in_end = (size_t)got;
}

void read_exactly(void *to, size_t bytes) {
  uint8_t *at = to;
  while (bytes > 0) {
    if (in_start == in_end) fill_input();
    size_t part = in_end - in_start < bytes ? in_end - in_start : bytes;
    memcpy(at, in_buffer + in_start, part);
    in_start += part;
    at += part;
    bytes -= part;
  }
}

void read_into_file(int fd, size_t bytes) {
  while (bytes > 0) {
    if (in_start == in_end) fill_input();
    size_t part = in_end - in_start < bytes ? in_end - in_start : bytes;
    ssize_t put = write(fd, in_buffer + in_start, part);
    if (put <= 0) die_errno("cannot keep a file for the program");
    in_start += (size_t)put;
    bytes -= (size_t)put;
  }
}

void read_frame_header(uint8_t *type, uint32_t *body_bytes) {
  uint8_t header[5];
  read_exactly(header, sizeof header);
  uint32_t length;
  memcpy(&length, header, 4);
  if (length == 0) die("protocol: empty frame");
  *type = header[4];
  *body_bytes = length - 1;
}

static void *take(struct cursor *c, size_t bytes) {
  if ((size_t)(c->end - c->at) < bytes) die("protocol: frame is shorter than its content");
  void *from = c->at;
  c->at += bytes;
  return from;
}

uint8_t take_u8(struct cursor *c) { return *(uint8_t *)take(c, 1); }

uint32_t take_u32(struct cursor *c) {
  uint32_t value;
  memcpy(&value, take(c, 4), 4);
  return value;
}

uint64_t take_u64(struct cursor *c) {
  uint64_t value;
  memcpy(&value, take(c, 8), 8);
  return value;
}

char *take_str(struct cursor *c) {
  size_t length = take_u32(c);
  char *text = take(c, length + 1);
  if (strlen(text) != length) die("protocol: string holds a NUL or lacks its own");
  return text;
}

const uint8_t *take_digest(struct cursor *c) { return take(c, DIGEST_BYTES); }

size_t take_strings(struct cursor *c, char **to, size_t count) {
  for (uint32_t left = take_u32(c); left > 0; left--) {
    if (count == MAX_STRINGS) die("protocol: too many strings in one list");
    to[count++] = take_str(c);
  }
  return count;
}

void put_bytes(const void *from, size_t bytes) {
  const uint8_t *at = from;
  while (bytes > 0) {
    if (out_bytes == sizeof out_buffer) flush_output();
    size_t room = sizeof out_buffer - out_bytes;
    size_t part = room < bytes ? room : bytes;
    memcpy(out_buffer + out_bytes, at, part);
    out_bytes += part;
    at += part;
    bytes -= part;
  }
}

void put_u8(uint8_t value) { put_bytes(&value, 1); }
void put_u32(uint32_t value) { put_bytes(&value, 4); }
void put_u64(uint64_t value) { put_bytes(&value, 8); }

void put_str(const char *text) {
  size_t length = strlen(text);
  put_u32((uint32_t)length);
  put_bytes(text, length + 1);
}

void put_file(int fd, size_t bytes) {
  flush_output();
  off_t offset = 0;
  while ((size_t)offset < bytes)
    if (sendfile(OUTPUT_FD, fd, &offset, bytes - (size_t)offset) <= 0 && errno != EINTR) _exit(1);
}

void flush_output(void) {
  size_t sent = 0;
  while (sent < out_bytes) {
    ssize_t put = write(OUTPUT_FD, out_buffer + sent, out_bytes - sent);
    if (put < 0 && errno != EINTR) _exit(1);
    if (put > 0) sent += (size_t)put;
  }
  out_bytes = 0;
}

void note_result(uint64_t now_ns, int is_urgent) {
  if (out_bytes == 0 || is_urgent) due_ns = is_urgent ? 0 : now_ns + held_ns;
}

void flush_what_is_due(uint64_t now_ns) {
  if (now_ns >= due_ns || out_bytes > sizeof out_buffer / 2) flush_what_fits();
}

void flush_what_fits(void) {
  if (out_bytes == 0) return;
  ssize_t put = send(OUTPUT_FD, out_buffer, out_bytes, MSG_DONTWAIT);
  if (put <= 0) return;
  memmove(out_buffer, out_buffer + put, out_bytes - (size_t)put);
  out_bytes -= (size_t)put;
}

static const char *shortfalls[16];
static size_t shortfall_count;

void add_shortfall(const char *sentence) {
  if (sentence && shortfall_count < sizeof shortfalls / sizeof *shortfalls) shortfalls[shortfall_count++] = sentence;
}

void send_ready(char memory_source) {
  size_t bytes = 1 + 1 + 4;
  for (size_t i = 0; i < shortfall_count; i++) bytes += 4 + strlen(shortfalls[i]) + 1;
  put_u32((uint32_t)bytes);
  put_u8(FRAME_READY);
  put_u8((uint8_t)memory_source);
  put_u32((uint32_t)shortfall_count);
  for (size_t i = 0; i < shortfall_count; i++) put_str(shortfalls[i]);
  flush_output();
}
