/* Frames in and out: buffered reading of fd 0, bounds-checked decoding, batched writing to fd 1. */
#ifndef GRANDSMITH_FRAMES_H
#define GRANDSMITH_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

/* A frame's body; the helper ends with a `fail` frame when a read goes past its end. */
struct cursor {
  uint8_t *at;
  uint8_t *end;
};

/* Says what went wrong on fd 1 and ends the process; with `with_errno`, followed by the error's words. */
void die(const char *message) __attribute__((noreturn));
void die_errno(const char *message) __attribute__((noreturn));
/* The same, about a file: "what path: the error's words". */
void die_about(const char *what, const char *path) __attribute__((noreturn));

/* Waits for the next frame's header; ends the process quietly at end of file. */
void read_frame_header(uint8_t *type, uint32_t *body_bytes);
void read_exactly(void *to, size_t bytes);
/* Moves the next `bytes` of fd 0 into file `fd`. */
void read_into_file(int fd, size_t bytes);

uint8_t take_u8(struct cursor *c);
uint32_t take_u32(struct cursor *c);
uint64_t take_u64(struct cursor *c);
char *take_str(struct cursor *c);
const uint8_t *take_digest(struct cursor *c);
/* Appends a list of strings to `to` and returns the new count; never more than MAX_STRINGS. */
size_t take_strings(struct cursor *c, char **to, size_t count);

/* Output gathers in a buffer until `flush_output`. */
void put_u8(uint8_t value);
void put_u32(uint32_t value);
void put_u64(uint64_t value);
void put_str(const char *text);
void put_bytes(const void *from, size_t bytes);
/* Sends `bytes` from the start of file `fd`, after what is in the buffer. */
void put_file(int fd, size_t bytes);
void flush_output(void);
/* The same without ever waiting for Node: for use while a program runs, whose limits would go unwatched. */
void flush_what_fits(void);
/* A result is about to be put into the buffer: it may be held back there for a moment, unless it is urgent. */
void note_result(uint64_t now_ns, int is_urgent);
/* As `flush_what_fits`, once the oldest result has been held back long enough. */
void flush_what_is_due(uint64_t now_ns);
/* A sentence about what cannot be enforced here, for the ready frame. */
void add_shortfall(const char *sentence);
void send_ready(char memory_source);

#endif
