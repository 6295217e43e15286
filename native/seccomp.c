#include "seccomp.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "frames.h"

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
enum { CLONE_TLS_ARGUMENT = 4 };
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
enum { CLONE_TLS_ARGUMENT = 3 };
#else
#error "the sandbox helper knows x86-64 and AArch64 only"
#endif

#define SYS_CLONE3 435 /* one number on every architecture, as all newer calls below */
#define NAMESPACE_FLAGS \
  (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP)

/* Refused with EPERM: the network, other processes, kernel surfaces that no contest program needs, and what would
   outlive a run (System V IPC, message queues, keys). */
static const int refused[] = {
    SYS_socket, SYS_socketpair, SYS_bind, SYS_connect, SYS_listen, SYS_accept, SYS_accept4, SYS_ptrace,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
    SYS_unshare, SYS_setns, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
    SYS_semctl, SYS_semtimedop, SYS_mq_open, SYS_mq_unlink, SYS_kexec_load, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_fanotify_init, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
    SYS_sethostname, SYS_setdomainname, SYS_move_pages, SYS_migrate_pages, SYS_vhangup, SYS_nfsservctl,
    /* by number, for older headers: pidfd_send_signal, io_uring_*, open_tree .. fspick, pidfd_open, pidfd_getfd,
       process_madvise, mount_setattr, quotactl_fd, process_mrelease */
    424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442, 443, 448,
#ifdef __x86_64__
    SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs, SYS_kexec_file_load,
#endif
};

enum { REFUSED = sizeof refused / sizeof refused[0] };

static struct sock_filter code[2 * REFUSED + 32];
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

static void allow_clone_with(uint64_t secret) {
  const size_t at = offsetof(struct seccomp_data, args) + CLONE_TLS_ARGUMENT * sizeof(uint64_t);
  emit_load(at);
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, (unsigned)secret);
  emit_load(at + 4);
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)(secret >> 32));
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

void build_filter(int allows_processes, uint64_t clone_secret) {
  emit_load(offsetof(struct seccomp_data, arch));
  emit(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, NATIVE_ARCH);
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
  emit_load(offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  emit(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000); /* the x32 doubles of every call */
  emit_refusal(ENOSYS);
#endif
  for (int i = 0; i < REFUSED; i++) refuse_call(refused[i], EPERM);
  refuse_call(SYS_CLONE3, ENOSYS); /* its flags cannot be read here; the C library then uses clone */
#ifdef SYS_fork
  if (!allows_processes) {
    refuse_call(SYS_fork, EPERM);
    refuse_call(SYS_vfork, EPERM);
  }
#endif
  emit(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_clone);
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  if (clone_secret) allow_clone_with(clone_secret);
  emit_load(offsetof(struct seccomp_data, args[0]));
  emit(BPF_JMP | BPF_JSET | BPF_K, 0, 1, NAMESPACE_FLAGS);
  emit_refusal(EPERM);
  if (!allows_processes) {
    emit(BPF_JMP | BPF_JSET | BPF_K, 1, 0, CLONE_THREAD);
    emit_refusal(EPERM);
  }
  emit(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

int install_filter(void) { return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0); }
