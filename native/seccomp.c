#include "seccomp.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "frames.h"

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
enum { CLONE_TLS_ARGUMENT = 4 }; /* for lack of CLONE_SETTLS not looked at */
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
enum { CLONE_TLS_ARGUMENT = 3 };
#else
#error "the sandbox helper knows x86-64 and AArch64 only"
#endif

#define NAMESPACE_FLAGS \
  (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP)

/* Refused with EPERM: the network, other processes, kernel surfaces that no contest program needs, and what would
   outlive a run (System V IPC, message queues, keys). */
static const int refused[] = {
    SYS_socket, SYS_bind, SYS_connect, SYS_listen, SYS_accept, SYS_accept4, SYS_ptrace,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
    SYS_unshare, SYS_setns, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
    SYS_semctl, SYS_semtimedop, SYS_mq_open, SYS_mq_unlink, SYS_kexec_load, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_fanotify_init, SYS_inotify_init1, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
    SYS_sethostname, SYS_setdomainname, SYS_move_pages, SYS_migrate_pages, SYS_vhangup, SYS_nfsservctl,
    /* by number, for older headers: pidfd_send_signal, io_uring_*, open_tree .. fspick, pidfd_open, pidfd_getfd,
       process_madvise, mount_setattr, quotactl_fd, process_mrelease */
    424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442, 443, 448,
#ifdef __x86_64__
    SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs, SYS_kexec_file_load,
    SYS_inotify_init,
#endif
};

/* Not done where programs share their user with files that are not theirs, since Landlock does not hold modes, owners,
   times and attributes; compilers, which change those of their results, are told that all went well. By number: fchmodat2, setxattrat, removexattrat, file_setattr. */
static const int pretended[] = {
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 452, 463, 466, 469,
#ifdef __x86_64__
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

enum { REFUSED = sizeof refused / sizeof refused[0], PRETENDED = sizeof pretended / sizeof pretended[0] };
enum { MAX_OWN_PID_USES = 16 };
#define OWN_PID 0xfffffffeu /* stands for the program's own process until set_filter_pid */

static struct sock_filter code[2 * (REFUSED + PRETENDED) + 192];
static size_t own_pid_uses[MAX_OWN_PID_USES], own_pid_use_count;
static struct sock_fprog program = {.filter = code};

static void emit(unsigned short op, unsigned char if_true, unsigned char if_false, unsigned value) {
  code[program.len++] = (struct sock_filter){op, if_true, if_false, value};
}

static void emit_load(size_t offset) { emit(BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset); }
static void emit_refusal(unsigned error) { emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error); }
static void refuse_call(int number, unsigned error) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)number);
  emit_refusal(error);
}

enum { UNUSED_CLONE3_ARGUMENT = 2, ALLOW_BY_SECRET_LENGTH = 5 };

/* Lets the call at hand through when this argument is the secret. */
static void allow_by_secret(int argument, uint64_t secret) {
  const size_t at = offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t);
  emit_load(at);
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, (unsigned)secret);
  emit_load(at + 4);
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)(secret >> 32));
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

/* Lets a call through when its argument is one of `values`, or when it is none of them with `is_refusal`. */
static void judge_argument(int number, int argument, const unsigned *values, unsigned char count, int is_refusal) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, (unsigned char)(count + 3), (unsigned)number);
  emit_load(offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t));
  for (unsigned char i = 0; i < count; i++) {
    if (values[i] == OWN_PID) own_pid_uses[own_pid_use_count++] = program.len;
    emit(BPF_JMP | BPF_JEQ | BPF_K, (unsigned char)(count - i), 0, values[i]);
  }
  if (is_refusal) emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  else emit_refusal(EPERM);
  if (is_refusal) emit_refusal(EPERM);
  else emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

/* Where other processes can be named: none but its own may be signalled, limited or moved. */
static void keep_from_others(const struct filter_options *options) {
  static const int signals[] = {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};
  static const int own_only[] = {SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam,
                                 SYS_sched_setattr};
  static const unsigned self[] = {OWN_PID, 0}, death_signal[] = {1 /* PR_SET_PDEATHSIG */};
  const int is_alone = !options->allows_processes;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    if (is_alone) judge_argument(signals[i], 0, self, 2, 0);
    else judge_argument(signals[i], 0, options->protected_pids, (unsigned char)options->protected_count, 1);
  }
  for (size_t i = 0; i < sizeof own_only / sizeof *own_only; i++)
    judge_argument(own_only[i], 0, is_alone ? self : self + 1, is_alone ? 2 : 1, 0);
  judge_argument(SYS_prctl, 0, death_signal, 1, 1);
  refuse_call(SYS_setpriority, EPERM);
  refuse_call(SYS_ioprio_set, EPERM);
}

void build_filter(const struct filter_options *options) {
  program.len = 0;
  own_pid_use_count = 0;
  emit_load(offsetof(struct seccomp_data, arch));
  emit(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, NATIVE_ARCH);
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
  emit_load(offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  emit(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000); /* the x32 doubles of every call */
  emit_refusal(ENOSYS);
#endif
  for (int i = 0; i < REFUSED; i++) refuse_call(refused[i], EPERM);
  /* Two ends of one's own: the Java runtime and libraries of others want them, and they lead nowhere else. */
  static const unsigned own_sockets[] = {AF_UNIX};
  judge_argument(SYS_socketpair, 0, own_sockets, 1, 0);
  if (options->refuses_memory_files) refuse_call(SYS_memfd_create, EPERM), refuse_call(447 /* memfd_secret */, EPERM);
  for (int i = 0; options->pretends_attributes && i < PRETENDED; i++) refuse_call(pretended[i], options->allows_processes ? 0 : EPERM);
  if (options->refuses_truncation) refuse_call(SYS_truncate, EPERM);
  if (options->shares_processes) keep_from_others(options);
  /* Its flags cannot be read here; the C library then uses clone. */
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, (options->clone_secret ? ALLOW_BY_SECRET_LENGTH : 0) + 1, SYS_CLONE3);
  if (options->clone_secret) allow_by_secret(UNUSED_CLONE3_ARGUMENT, options->clone_secret);
  emit_refusal(ENOSYS);
#ifdef SYS_fork
  if (!options->allows_processes) {
    refuse_call(SYS_fork, EPERM);
    refuse_call(SYS_vfork, EPERM);
  }
#endif
  emit(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_clone);
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  if (options->clone_secret) allow_by_secret(CLONE_TLS_ARGUMENT, options->clone_secret);
  emit_load(offsetof(struct seccomp_data, args[0]));
  emit(BPF_JMP | BPF_JSET | BPF_K, 0, 1, NAMESPACE_FLAGS);
  emit_refusal(EPERM);
  if (!options->allows_processes) {
    emit(BPF_JMP | BPF_JSET | BPF_K, 1, 0, CLONE_THREAD);
    emit_refusal(EPERM);
  }
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

void set_filter_pid(pid_t pid) {
  for (size_t i = 0; i < own_pid_use_count; i++) code[own_pid_uses[i]].k = (unsigned)pid;
}

int install_filter(void) { return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0); }
