/*
 * The least that running a program on test files can cost: posix_spawn with a file as standard input and a pipe as
 * standard output, read to its end, wait. No limits, no isolation, no comparison.
 *
 *   spawn-loop PROGRAM COUNT INPUT-DIRECTORY
 *
 * Runs PROGRAM once for each of the files 0 to COUNT-1; prints the elapsed nanoseconds and the bytes that were read.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int die(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static size_t run_once(char *program, const char *input) {
  static char buffer[1 << 16];
  char *argv[] = {program, NULL}, *environment[] = {NULL};
  posix_spawn_file_actions_t actions;
  pid_t pid;
  int out[2], status;
  size_t total = 0;
  if (pipe2(out, O_CLOEXEC) < 0) die("pipe");
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  if (posix_spawn(&pid, program, &actions, NULL, argv, environment) != 0) die("posix_spawn");
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  for (ssize_t got; (got = read(out[0], buffer, sizeof buffer)) > 0;) total += (size_t)got;
  close(out[0]);
  if (wait4(pid, &status, 0, NULL) < 0) die("wait4");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) die("the program failed");
  return total;
}

int main(int argc, char **argv) {
  if (argc != 4 || chdir(argv[3]) < 0) die("usage: spawn-loop PROGRAM COUNT INPUT-DIRECTORY");
  int count = atoi(argv[2]);
  size_t total = 0;
  uint64_t start = now_ns();
  for (int i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "%d", i);
    total += run_once(argv[1], name);
  }
  printf("%llu %zu\n", (unsigned long long)(now_ns() - start), total);
  return 0;
}
