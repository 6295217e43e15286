/** How a run may end: the kind of its ending, or what it was stopped for. */
export type PermittedEnding = "exited" | "signaled" | "not-started" | "cpu-time" | "wall-time" | "memory" | "output";

/** A program that attacks; it prints a line that begins with `GOT` for whatever it should not have got. */
export interface HostileProgram {
  /** Of the file below `hostile/`. */
  readonly name: string;
  readonly attacks: string;
  /** `exited` alone by default. */
  readonly endings?: readonly PermittedEnding[];
  /** It does not end by itself, where it gets that far. */
  readonly isEndless?: boolean;
}

const stopped = ["cpu-time", "wall-time"] as const;
/** The kernel charges what it keeps of ended processes to their group, and frees it late: many, and the group is full. */
const exhausted = ["memory"] as const;

export const hostileCppPrograms: readonly HostileProgram[] = [
  { name: "read-host-files", attacks: "files of the host, by open" },
  { name: "read-by-directory-descriptor", attacks: "files of the host, by openat and .." },
  { name: "read-proc-self", attacks: "/proc/self" },
  { name: "read-through-proc-of-others", attacks: "/proc of the supervisor and of the first process" },
  { name: "read-through-links", attacks: "files of the host, by symbolic and hard links" },
  { name: "read-devices", attacks: "devices" },
  { name: "open-by-handle", attacks: "files of the host, by handle" },
  { name: "change-host-files", attacks: "contents, names, modes, times and owners of the host's files" },
  { name: "change-own-files", attacks: "its own program, for the next run" },
  { name: "write-to-input", attacks: "its input, for the next run" },
  { name: "sockets-of-every-family", attacks: "the network" },
  { name: "connect-to-host", attacks: "a service of the host" },
  { name: "connect-to-unix-sockets", attacks: "local services, by path and by abstract name" },
  { name: "netlink", attacks: "the kernel, by netlink" },
  { name: "ptrace-others", attacks: "other processes, by ptrace" },
  { name: "read-memory-of-others", attacks: "the supervisor's memory and descriptors" },
  { name: "kill-everyone", attacks: "all processes", endings: ["exited", "signaled"] },
  {
    name: "kill-by-number",
    attacks: "processes of the host and the supervisor, by every kind of signal",
    endings: ["exited", "signaled", "memory", "wall-time"],
  },
  { name: "limit-others", attacks: "limits, priority and processors of others" },
  { name: "raise-priority", attacks: "the scheduler" },
  { name: "raise-limits", attacks: "its own limits" },
  { name: "become-root", attacks: "users, groups and capabilities" },
  { name: "leave-shared-memory", attacks: "the next run, by System V and POSIX memory" },
  { name: "leave-message-queue", attacks: "the next run, by a POSIX message queue" },
  { name: "leave-keys", attacks: "the next run, by the kernel's keyrings" },
  { name: "kernel-surfaces", attacks: "io_uring, bpf, perf, userfaultfd, modules, logs" },
  { name: "watch-files", attacks: "what others do with files, by inotify" },
  { name: "leave-the-root", attacks: "mounts, roots and namespaces" },
  { name: "clone-into-namespaces", attacks: "namespaces, by clone" },
  { name: "run-from-memory", attacks: "the shell, by a script in memory", endings: ["exited", "signaled"] },
  { name: "run-other-programs", attacks: "programs of the host", endings: ["exited", "signaled"] },
  { name: "fork-bomb", attacks: "the process table", endings: ["exited", ...exhausted, ...stopped], isEndless: true },
  {
    name: "vfork-and-clone-bomb",
    attacks: "the process table, by vfork and clone",
    endings: ["exited", "signaled", ...exhausted, ...stopped],
    isEndless: true,
  },
  { name: "thread-bomb", attacks: "the process table, by threads", endings: ["exited", "wall-time"] },
  { name: "daemon", attacks: "the next run, by a process that stays", endings: ["exited", "wall-time"] },
  { name: "stop-itself", attacks: "the time limit, by being stopped", endings: ["wall-time"], isEndless: true },
  { name: "ignore-signals", attacks: "the time limit, by ignoring signals", endings: stopped, isEndless: true },
  {
    name: "flood-output",
    attacks: "the judge's memory, by standard output",
    endings: ["output", ...stopped],
    isEndless: true,
  },
  {
    name: "flood-errors",
    attacks: "the judge's memory, by standard error",
    endings: ["exited", ...stopped],
    isEndless: true,
  },
  { name: "reserve-much-memory", attacks: "memory, by reserving it", endings: ["exited", "memory"] },
  {
    name: "use-much-memory",
    attacks: "memory, by touching it",
    isEndless: true,
    endings: ["memory", "exited", ...stopped],
  },
  {
    name: "use-memory-behind-files",
    attacks: "memory, by files in it",
    endings: ["memory", "exited", "signaled", ...stopped],
  },
  { name: "lock-memory", attacks: "memory, by locking it", endings: ["exited", "memory"] },
  { name: "deep-recursion", attacks: "the stack", endings: ["signaled", "memory"] },
  { name: "use-all-descriptors", attacks: "descriptors and pipe buffers" },
  { name: "huge-file", attacks: "the disk", endings: ["exited", "signaled", "output", "memory"] },
  { name: "leave-files", attacks: "the next run, by files", endings: ["exited", "signaled", "output"] },
  { name: "signal-the-supervisor", attacks: "the supervisor, by signals", endings: ["exited", "signaled", "memory"] },
  { name: "close-all-descriptors", attacks: "the supervisor, by silence", endings: ["wall-time"], isEndless: true },
  { name: "use-inherited-descriptors", attacks: "descriptors that were left open" },
  { name: "read-environment", attacks: "secrets in the environment" },
  { name: "change-personality", attacks: "address randomisation", endings: ["exited", "signaled"] },
  { name: "prctl-tricks", attacks: "the filter, by prctl" },
  {
    name: "calls-of-other-kinds",
    attacks: "the filter, by system calls of other kinds",
    endings: ["exited", "signaled"],
  },
  { name: "vsyscall", attacks: "the filter, by a page of the kernel", endings: ["exited", "signaled"] },
  { name: "dump-core", attacks: "the disk, by a core dump", endings: ["signaled"] },
  { name: "set-timers-and-clocks", attacks: "clocks and names of the host" },
  { name: "hold-locks", attacks: "the next run, by locks and flags of its input", endings: ["exited", "signaled"] },
];

export const hostilePythonPrograms: readonly HostileProgram[] = [
  { name: "walk-the-host", attacks: "files and variables of the host", endings: ["exited"] },
  { name: "run-shells", attacks: "the shell" },
  { name: "open-connections", attacks: "services of the host" },
  { name: "call-the-kernel", attacks: "the kernel, by ctypes", endings: ["exited", "signaled"] },
  // A dozen interpreters may be more than the memory that all have together.
  { name: "fork-without-end", attacks: "the process table", endings: ["memory", ...stopped], isEndless: true },
  { name: "use-all-memory", attacks: "memory", endings: ["memory", "exited", ...stopped], isEndless: true },
  { name: "compute-for-ever", attacks: "the time limit", endings: stopped, isEndless: true },
  { name: "change-the-library", attacks: "the next run, by modules that every program loads" },
];

const bomb = ["exited", "signaled", "memory", "output", ...stopped] as const;

/** Sources that attack by being compiled; `SECRET` in them stands for the path of a file that is none of their business. */
export const hostileSources: readonly HostileProgram[] = [
  { name: "include-a-secret", attacks: "a file of the host, by #include" },
  { name: "include-passwd", attacks: "a file of the host, by #include" },
  { name: "include-environment", attacks: "the compiler's environment, by #include" },
  { name: "include-random", attacks: "the compiler, by a header without end", endings: bomb },
  { name: "include-itself", attacks: "the compiler, by a header that includes itself", endings: bomb },
  { name: "embed-a-secret", attacks: "a file of the host, by .incbin" },
  { name: "assemble-a-secret", attacks: "a file of the host, by .include" },
  { name: "load-a-plug-in", attacks: "the compiler, by pragmas that load code", endings: bomb },
  { name: "template-bomb", attacks: "the compiler, by templates", endings: bomb },
  { name: "macro-bomb", attacks: "the compiler, by macros", endings: bomb },
  { name: "constant-bomb", attacks: "the compiler, by constant evaluation", endings: bomb },
  { name: "huge-array", attacks: "the disk, by an array", endings: bomb },
  { name: "huge-object", attacks: "the disk, by an object file", endings: bomb },
  { name: "trigraphs", attacks: "the compiler, by trigraphs" },
  { name: "deep-brackets", attacks: "the compiler's stack", endings: bomb },
];
