#define _GNU_SOURCE
#include "capture.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frames.h"

struct capture output, error = {.rest_fd = -1};
static uint8_t scratch[HEAD_BYTES];

void prepare_captures(void) {
  output.rest_fd = memfd_create("output", MFD_CLOEXEC);
  if (output.rest_fd < 0) die_errno("memfd_create");
}

static void keep(struct capture *capture, const uint8_t *from, size_t bytes) {
  size_t room = capture->limit > capture->kept ? capture->limit - capture->kept : 0;
  size_t part = bytes < room ? bytes : room;
  capture->total += bytes;
  if (capture->kept < HEAD_BYTES) {
    size_t here = part < HEAD_BYTES - capture->kept ? part : HEAD_BYTES - capture->kept;
    memcpy(capture->head + capture->kept, from, here);
    capture->kept += here;
    from += here;
    part -= here;
  }
  if (part == 0 || capture->rest_fd < 0) return;
  if (pwrite(capture->rest_fd, from, part, (off_t)(capture->kept - HEAD_BYTES)) != (ssize_t)part)
    die_errno("cannot keep a program's output");
  capture->kept += part;
}

ssize_t drain(struct capture *capture, int fd) {
  ssize_t got = read(fd, scratch, sizeof scratch);
  if (got > 0) keep(capture, scratch, (size_t)got);
  return got;
}

void reset_capture(struct capture *capture, size_t limit) {
  if (capture->rest_fd >= 0 && capture->kept > HEAD_BYTES && ftruncate(capture->rest_fd, 0) < 0) die_errno("ftruncate");
  capture->total = capture->kept = 0;
  capture->limit = limit;
}

void reset_output(void) {
  reset_capture(&output, 0);
  reset_capture(&error, 0);
}

size_t output_bytes(int *is_truncated) {
  *is_truncated = output.total > output.kept;
  return output.kept;
}

void put_output(void) {
  put_bytes(output.head, output.kept < HEAD_BYTES ? output.kept : HEAD_BYTES);
  if (output.kept > HEAD_BYTES) put_file(output.rest_fd, output.kept - HEAD_BYTES);
}

size_t error_bytes(void) { return error.kept; }
void put_error(void) { put_bytes(error.head, error.kept); }
