/* What a program prints: kept up to a limit, counted beyond it. */
#ifndef GRANDSMITH_CAPTURE_H
#define GRANDSMITH_CAPTURE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { HEAD_BYTES = 64 << 10 };

struct capture {
  size_t total, kept, limit;
  uint8_t head[HEAD_BYTES];
  int rest_fd; /* what does not fit in `head`; -1 to throw it away */
};

/* Standard output and error of the run. */
extern struct capture output, error;

void prepare_captures(void);
void reset_capture(struct capture *capture, size_t limit);
/* One read; 0 at the end of the stream. */
ssize_t drain(struct capture *capture, int fd);

/* Standard output is `head` and then, when larger, the rest of it in a file. */
size_t output_bytes(int *is_truncated);
void put_output(void);
void reset_output(void);
size_t error_bytes(void);
void put_error(void);

#endif
