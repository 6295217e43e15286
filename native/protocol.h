/*
 * The wire between Node (src/sandbox/protocol.ts) and the helper. This comment is its only specification.
 *
 * A frame is: u32 length of what follows, u8 type, body. Integers are little-endian.
 *   str     u32 length, that many bytes, one NUL (not counted); the bytes hold no NUL
 *   bytes   u32 length, that many bytes
 *   list<T> u32 count, then the items
 *   digest  32 raw bytes
 *   file    str name, digest, u8 isExecutable
 *
 * fd 0, Node to helper
 *   'S' spec    u8 tier, u8 allowsProcesses, u64 workBytes, list<str> readOnlyPaths, str directory,
 *               u32 processor    (first, once)
 *               `directory` is the slot's own on the host in tiers L and N, where `/box` and `/work` are its `box` and
 *               `work` and every path in this protocol is already a real one
 *   'B' blob    digest, content to the end of the frame
 *   'D' drop    digest
 *   'J' job     u32 job, list<str> argv, list<str> environment, list<file>, u8 isUrgent (each result is sent at once,
 *               else they may be held back for a millisecond)
 *   'X' run     u32 job, u32 index, list<str> args, digest stdin, list<file>, u64 cpuNs, u64 wallNs, u64 memoryBytes,
 *               u64 stackBytes, u64 outputBytes, u32 processCount, u8 reservesAddressSpace, list<str> collect,
 *               u8 role (0 alone, 1 solution, 2 interactor: joined by job and index to a run of the other slot of a
 *               pair, `stdin` is then not looked at), u64 outputBytes of the interactor, u64 transcriptBytes
 * Frames are obeyed in order, so a blob may be dropped right after the last run that names it. Job numbers only rise.
 * End of file: the helper ends.
 *
 * fd 3, Node to helper, beside the queue on fd 0
 *   u32 job     cancel: the run in flight is killed, the job's queued runs are answered without being started
 *
 * fd 1, helper to Node
 *   'R' ready   u8 memory source ('2' cgroup v2, '1' cgroup v1, '0' rlimit), list<str> shortfalls
 *   'F' fail    str message; the helper ends
 *   'r' result  u32 job, u32 index, u8 ending, u32 value, u64 cpuNs, u64 wallNs, u64 peakBytes, u8 isStdoutTruncated,
 *               str reason, bytes stderr, list<str name, bytes content>, bytes stdout      (exactly one a run, in order)
 *   'i' joined  the same of a solution, then u8 ended first (0 solution, 1 interactor), u64 bytes sent by the solution,
 *               u64 by the interactor, u8 isTranscriptTruncated, list<u8 side, bytes> transcript
 */
#ifndef GRANDSMITH_PROTOCOL_H
#define GRANDSMITH_PROTOCOL_H

enum frame_type {
  FRAME_SPEC = 'S',
  FRAME_BLOB = 'B',
  FRAME_DROP = 'D',
  FRAME_JOB = 'J',
  FRAME_RUN = 'X',
  FRAME_READY = 'R',
  FRAME_FAIL = 'F',
  FRAME_RESULT = 'r',
  FRAME_JOINED_RESULT = 'i',
};

/* `value` is the exit code, the signal, or a kill cause; `reason` is set for not-started only. */
enum ending { ENDING_EXITED = 0, ENDING_SIGNALED = 1, ENDING_KILLED = 2, ENDING_NOT_STARTED = 3 };

enum kill_cause { KILL_NONE = 0, KILL_CPU = 1, KILL_WALL = 2, KILL_MEMORY = 3, KILL_OUTPUT = 4, KILL_CANCEL = 5 };

enum { INPUT_FD = 0, OUTPUT_FD = 1, CONTROL_FD = 3 };

enum {
  MAX_FRAME_BYTES = 1 << 20, /* every frame but a blob */
  MAX_STRINGS = 4096,        /* argv, environment: entries */
  MAX_FILES = 256,           /* of a job, or of a run */
  MAX_STDERR_BYTES = 64 << 10,
  DIGEST_BYTES = 32,
};

#endif
