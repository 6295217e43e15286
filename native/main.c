/*
 * grandsmith's sandbox helper: runs programs that nobody trusts, one after another, under limits.
 *
 * Theory of operation. One helper is one slot is one sandbox; Node starts as many as it wants to run programs at once
 * and talks to each over pipes (protocol.h). What is costly is paid once a slot: user (tier U), mount, network, IPC,
 * UTS and PID namespaces, a root file system of its own (root.h), a control group (cgroup.h). What must be fresh is
 * made for every run and is cheap, since nothing is ever forked, only cloned on our own memory (run.c): the program, as
 * an unprivileged user, under rlimits and a system-call filter (seccomp.h), in a PID namespace with an idle first
 * process. Where the program may make processes that namespace is the run's own, and when the run is over it is killed
 * with all that the program left behind; where it may not, the filter leaves nothing to kill and one serves the slot.
 * Two processes make up a helper. The keeper (Node's child) waits; the worker does everything. If Node dies the keeper is
 * told to die, if the keeper dies the worker is, and what is left of the slot is ended by the kernel, the worker being the
 * first process of the slot's PID namespace, or where there is none by the keeper (sweep.h).
 * The parent of the programs is this small static program for a second reason: a process inherits the peak resident
 * set of its parent, and Node's would drown theirs.
 *
 * Tiers. R starts as root and stays root in the worker; programs run under a user id of their own. U starts as anyone who
 * may make user namespaces; programs then run as the same user as the worker, without any capability, in another PID
 * namespace, with every file of ours on a read-only mount. Where namespaces cannot be made (plain.h), B runs all of it
 * inside one bubblewrap that Node starts, L holds programs by Landlock and the filter, under a user id of their own where
 * we are root, and N by limits alone. NO_NEW_PRIVS is set throughout.
 *
 * Joined runs. `helper pair` starts two helpers with a socket between their workers (launch.h), for runs of two programs
 * that talk to each other (relay.h); neither sees anything else of the other's.
 *
 * Not covered. Bugs of the kernel: programs share it. Side channels between slots: caches, timing, and load. Time
 * namespaces, core scheduling, disk quotas (there is no disk to write to but in L and N). What a read-only path shows is
 * visible to every program of the slot, so it must hold no secret.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "cgroup.h"
#include "files.h"
#include "frames.h"
#include "launch.h"
#include "link.h"
#include "placement.h"
#include "plain.h"
#include "relay.h"
#include "root.h"
#include "run.h"
#include "supervise.h"
#include "user.h"

struct file {
  const char *name;
  const uint8_t *digest;
  int is_executable;
};

static uint8_t spec_frame[MAX_FRAME_BYTES], job_frame[MAX_FRAME_BYTES], run_frame[MAX_FRAME_BYTES];
static char *path_list[MAX_STRINGS + 1];
static struct spec spec = {.paths = path_list};

static char *argv[2 * MAX_STRINGS + 1], *environment[MAX_STRINGS + 1], *collect[MAX_STRINGS];
static size_t job_argc;
static uint32_t job_number;
static int job_is_urgent; /* Node waits for each result */
static int is_work_used;

static struct cursor read_body(uint8_t *to, uint32_t bytes) {
  if (bytes > MAX_FRAME_BYTES) die("protocol: frame is too long");
  read_exactly(to, bytes);
  return (struct cursor){to, to + bytes};
}

static void read_spec(void) {
  uint8_t type;
  uint32_t bytes;
  read_frame_header(&type, &bytes);
  if (type != FRAME_SPEC) die("protocol: the first frame is not the spec");
  struct cursor c = read_body(spec_frame, bytes);
  spec.tier = (char)take_u8(&c);
  spec.allows_processes = take_u8(&c);
  spec.work_bytes = take_u64(&c);
  spec.path_count = take_strings(&c, path_list, 0);
  spec.directory = take_str(&c);
  spec.processor = take_u32(&c);
}

static size_t take_files(struct cursor *c, struct file *to) {
  uint32_t count = take_u32(c);
  if (count > MAX_FILES) die("protocol: too many files");
  for (uint32_t i = 0; i < count; i++) {
    to[i].name = take_str(c);
    to[i].digest = take_digest(c);
    to[i].is_executable = take_u8(c);
  }
  return count;
}

static const char *job_fault; /* why no run of this job can start */

static void begin_job(uint32_t bytes) {
  static struct file files[MAX_FILES];
  struct cursor c = read_body(job_frame, bytes);
  job_number = take_u32(&c);
  job_argc = take_strings(&c, argv, 0);
  environment[take_strings(&c, environment, 0)] = NULL;
  size_t count = take_files(&c, files);
  job_is_urgent = take_u8(&c);
  job_fault = job_argc == 0 ? "the job has no command" : NULL;
  empty_box();
  for (size_t i = 0; i < count; i++)
    if (link_into_box(files[i].name, files[i].digest, files[i].is_executable) < 0) job_fault = "cannot show a job file";
}

static int open_work_file(const char *name) {
  if (!spec.work_bytes) return -1;
  if (!has_namespaces(&spec)) return open_regular_file(plain_work_directory(), name);
  int dir = open("/work", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int fd = dir < 0 ? -1 : open_regular_file(dir, name);
  if (dir >= 0) close(dir);
  return fd;
}

static size_t open_collected(size_t count, const char **names, int *fds, uint32_t *sizes) {
  size_t found = 0;
  for (size_t i = 0; i < count && found < MAX_FILES; i++) {
    struct stat status;
    int fd = open_work_file(collect[i]);
    if (fd < 0 || fstat(fd, &status) < 0) continue;
    names[found] = collect[i];
    sizes[found] = (uint32_t)status.st_size;
    fds[found++] = fd;
  }
  return found;
}

static void send_result(uint32_t job, uint32_t index, const struct outcome *o, size_t collect_count, int has_report) {
  const char *names[MAX_FILES];
  int fds[MAX_FILES], is_truncated;
  uint32_t sizes[MAX_FILES];
  size_t files = open_collected(collect_count, names, fds, sizes);
  size_t kept = output_bytes(&is_truncated);
  size_t bytes = 1 + 4 + 4 + 1 + 4 + 3 * 8 + 1 + (4 + strlen(o->reason) + 1) + (4 + error_bytes()) + 4 + (4 + kept);
  for (size_t i = 0; i < files; i++) bytes += 4 + strlen(names[i]) + 1 + 4 + sizes[i];
  if (has_report) bytes += relay_report_bytes();
  if (bytes > UINT32_MAX) die("a result is larger than a frame can be");
  put_u32((uint32_t)bytes);
  put_u8(has_report ? FRAME_JOINED_RESULT : FRAME_RESULT);
  put_u32(job);
  put_u32(index);
  put_u8(o->ending);
  put_u32(o->value);
  put_u64(o->cpu_ns);
  put_u64(o->wall_ns);
  put_u64(o->peak_bytes);
  put_u8((uint8_t)is_truncated);
  put_str(o->reason);
  put_u32((uint32_t)error_bytes());
  put_error();
  put_u32((uint32_t)files);
  for (size_t i = 0; i < files; i++) {
    put_str(names[i]);
    put_u32(sizes[i]);
    put_file(fds[i], sizes[i]);
    close(fds[i]);
  }
  put_u32((uint32_t)kept);
  put_output();
  if (has_report) put_relay_report(o->is_first ? SOLUTION : INTERACTOR);
}

static void refuse(struct outcome *outcome, const char *reason) {
  memset(outcome, 0, sizeof *outcome);
  outcome->ending = ENDING_NOT_STARTED;
  strncpy(outcome->reason, reason, sizeof outcome->reason - 1);
  reset_output();
}

static void renew_work(void) {
  if (has_namespaces(&spec)) renew_mounted_work(&spec);
  else empty_work();
}

static void do_run(uint32_t bytes) {
  static struct file files[MAX_FILES];
  struct cursor c = read_body(run_frame, bytes);
  struct command command = {.argv = argv, .environment = environment};
  struct outcome outcome;
  uint32_t job = take_u32(&c), index = take_u32(&c);
  if (job != job_number) die("protocol: run of another job");
  argv[take_strings(&c, argv + job_argc, 0) + job_argc] = NULL;
  const uint8_t *stdin_digest = take_digest(&c);
  size_t file_count = take_files(&c, files), linked = 0;
  struct limits *limits = &command.limits;
  limits->cpu_ns = take_u64(&c);
  limits->wall_ns = take_u64(&c);
  limits->memory_bytes = take_u64(&c);
  limits->stack_bytes = take_u64(&c);
  limits->output_bytes = take_u64(&c);
  limits->process_count = take_u32(&c);
  limits->reserves_address_space = take_u8(&c);
  size_t collect_count = take_strings(&c, collect, 0);
  struct partner partner = {.role = (enum role)take_u8(&c), .run = (uint64_t)job << 32 | index};
  partner.other_output_bytes = take_u64(&c);
  partner.transcript_bytes = take_u64(&c);
  const char *fault = is_cancelled(job) ? "cancelled" : job_fault;
  for (; !fault && linked < file_count; linked++)
    if (link_into_box(files[linked].name, files[linked].digest, files[linked].is_executable) < 0) {
      fault = errno == EEXIST ? "a file of the run has the name of a file of the job" : "cannot show a file of the run";
      break;
    }
  command.stdin_fd = fault || partner.role ? -1 : open_blob(stdin_digest);
  if (!fault && !partner.role && command.stdin_fd < 0) fault = "the input was never sent";
  const int input_fd = command.stdin_fd;
  if (fault) {
    refuse(&outcome, fault);
    refuse_partner(&partner, &outcome);
  } else {
    if (is_work_used) renew_work();
    is_work_used = 1;
    run_command(&command, job, &partner, &outcome);
  }
  note_result(read_clock_ns(), job_is_urgent);
  send_result(job, index, &outcome, fault ? 0 : collect_count, partner.role == ROLE_SOLUTION);
  if (input_fd >= 0) close(input_fd);
  while (linked > 0) unlink_from_box(files[--linked].name);
}

static void work(void) {
  uint8_t type, digest[DIGEST_BYTES];
  uint32_t bytes;
  for (;;) {
    read_frame_header(&type, &bytes);
    if (type == FRAME_JOB) {
      begin_job(bytes);
    } else if (type == FRAME_RUN) {
      do_run(bytes);
    } else if ((type == FRAME_BLOB || type == FRAME_DROP) && bytes >= DIGEST_BYTES) {
      read_exactly(digest, DIGEST_BYTES);
      if (type == FRAME_BLOB) keep_blob(digest, bytes - DIGEST_BYTES);
      else drop_blob(digest);
    } else {
      die("protocol: unknown frame");
    }
  }
}

static void die_with_parent(int signal) {
  if (prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0) < 0) die_errno("prctl(PR_SET_PDEATHSIG)");
}

static void forbid(int resource) {
  struct rlimit none = {0, 0};
  setrlimit(resource, &none);
}

static void be_worker(char memory_source, const struct launched *launched) {
  const sigset_t none = {0};
  sigprocmask(SIG_SETMASK, &none, NULL);
  die_with_parent(SIGKILL);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) die_errno("prctl(PR_SET_NO_NEW_PRIVS)");
  forbid(RLIMIT_CORE);
  forbid(RLIMIT_MEMLOCK);
  forbid(RLIMIT_MSGQUEUE);
  umask(022);
  if (has_namespaces(&spec)) enter_root(&spec);
  else if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0) die_errno("prctl(PR_SET_CHILD_SUBREAPER)");
  prepare_runs(&spec, launched->is_linked);
  send_ready(memory_source);
  work();
}

/* The worker's end, or ours: without namespaces we outlive Node for as long as it takes to end what the slot holds. */
static int wait_for_worker(pid_t worker, const sigset_t *awaited) {
  int status = 0;
  for (;;) {
    pid_t ended = waitpid(worker, &status, WNOHANG);
    if (ended == worker) return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    if (sigwaitinfo(awaited, NULL) == SIGTERM) kill(worker, SIGKILL);
  }
}

int main(int argc, char **arguments) {
  const struct launched launched = launch(argc, arguments);
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGCHLD);
  setsid();
  die_with_parent(SIGKILL);
  fcntl(CONTROL_FD, F_SETFD, FD_CLOEXEC);
  read_spec();
  if (spec.tier == 'U') give_up_root();
  const int death = has_namespaces(&spec) ? SIGKILL : SIGTERM;
  sigprocmask(SIG_BLOCK, &awaited, NULL);
  die_with_parent(death); /* a change of user forgets it */
  if (!spec.allows_processes && !launched.is_linked) open_claims();
  char memory_source = open_groups(spec.allows_processes);
  if (has_namespaces(&spec)) enter_namespaces(&spec);
  else enter_plain(&spec);
  pid_t worker = fork();
  if (worker < 0) die_errno("fork");
  if (worker == 0) be_worker(memory_source, &launched);
  close(INPUT_FD);
  close(OUTPUT_FD);
  close(CONTROL_FD);
  if (launched.is_linked) close(LINK_FD);
  int result = wait_for_worker(worker, &awaited);
  if (!has_namespaces(&spec)) leave_plain(&spec);
  remove_groups();
  return result;
}
