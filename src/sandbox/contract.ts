/**
 * Isolation tiers, strongest first: R root with namespaces, U unprivileged user namespaces,
 * B inside one bubblewrap, L seccomp + Landlock + rlimits, N none.
 */
export type SandboxTier = "R" | "U" | "B" | "L" | "N";

/** Bytes that travel to the helper once and are then named by digest. */
export interface SandboxBlob {
  /** SHA-256, 64 hex digits. */
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** What is fixed for a sandbox's life: everything that a program inside can see besides its own files. */
export interface SandboxSpec {
  /** Absolute host directories or files, visible read-only at the same path inside. Empty for a static program. */
  readonly readOnlyPaths: readonly string[];
  /** Size of a writable `/work`, fresh for each run, or 0 for none. Only compilers get one. */
  readonly workBytes: number;
  /** Whether a program may create processes (compilers, yes; C++ candidates, no: threads only). */
  readonly allowsProcesses: boolean;
}

/** A file placed in `/box`, which programs can read but not change. */
export interface SandboxFile {
  /** A plain file name: letters, digits, `.`, `_`, `-`; never a path. */
  readonly name: string;
  readonly blob: SandboxBlob;
  readonly isExecutable: boolean;
}

export interface RunLimits {
  /** CPU time (user + system, all threads), the only clock that decides a time limit. */
  readonly cpuTimeMs: number;
  /** Wall time after which a program that does not use its CPU time is stopped as idle. */
  readonly wallTimeMs: number;
  readonly memoryBytes: number;
  /**
   * Where memory is limited by address space alone, no limit is put on that, and the resident set decides afterwards:
   * for runtimes that reserve far more than they use (JVM, PyPy, Go, Node).
   */
  readonly reservesAddressSpace?: boolean;
  readonly stackBytes: number;
  /** Standard output beyond this stops the program. */
  readonly outputBytes: number;
  /** Processes and threads together. */
  readonly processCount: number;
}

/** One execution: the job's command with `args` appended, on this input. */
export interface SandboxRun {
  readonly args?: readonly string[];
  readonly stdin: SandboxBlob;
  /** Further files for this run alone, beside the job's. */
  readonly files?: readonly SandboxFile[];
  readonly limits: RunLimits;
  /** Names of files in `/work` to bring out afterwards; regular files only, links are not followed. */
  readonly collect?: readonly string[];
}

/** One program and all its runs: one round trip, one sandbox. */
export interface SandboxJob {
  /** `argv[0]` is an absolute path inside the sandbox, e.g. `/box/program`. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files: readonly SandboxFile[];
  readonly runs: readonly SandboxRun[];
  /** Each result is given at once, as to a caller that may stop; else they may be held back for a millisecond. */
  readonly isUrgent?: boolean;
}

/** How a run ended. First cause wins. `not-started` is the sandbox's own fault, never the program's. */
export type RunEnding =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "signaled"; readonly signal: number }
  | { readonly kind: "killed"; readonly by: "cpu-time" | "wall-time" | "memory" | "output" | "cancel" }
  | { readonly kind: "not-started"; readonly reason: string };

export interface RunResult {
  readonly ending: RunEnding;
  readonly cpuTimeMs: number;
  readonly wallTimeMs: number;
  readonly peakMemoryBytes: number;
  readonly stdout: Uint8Array;
  /** True when more was written than is here; such output must never be compared. */
  readonly isStdoutTruncated: boolean;
  /** The first 64 KiB. */
  readonly stderr: Uint8Array;
  readonly collected: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** What one of two joined programs is given; its standard input and output are the other's. */
export interface InteractionSide extends Omit<SandboxJob, "runs"> {}

/** One run of two programs; `limits.outputBytes` of each is its budget towards the other. */
export interface InteractionRun {
  readonly solution: Omit<SandboxRun, "stdin">;
  readonly interactor: Omit<SandboxRun, "stdin">;
  /** How much of what was said to keep, both directions together; 0 by default. */
  readonly transcriptBytes?: number;
}

export interface InteractionJob {
  readonly solution: InteractionSide;
  readonly interactor: InteractionSide;
  readonly runs: readonly InteractionRun[];
}

/** A stretch of bytes that one side sent, in the order in which they were passed on. */
export interface Utterance {
  readonly from: "solution" | "interactor";
  readonly bytes: Uint8Array;
}

/**
 * How two joined programs ended. When one ends, what it still said is passed on and its pipe ends are closed; the other
 * goes on to its own end or limits. Whatever the second one does is a consequence of the first's ending: a solution
 * that dies of SIGPIPE after its interactor is no runtime error, and an interactor that dies of SIGPIPE after its
 * solution says nothing about itself. `stdout` of both is empty: see `transcript`.
 */
export interface InteractionResult {
  readonly solution: RunResult;
  readonly interactor: RunResult;
  /** Which program ended first; a program that was not started did. */
  readonly endedFirst: "solution" | "interactor";
  /** Bytes that each side sent, beyond the budget too. */
  readonly sentBytes: { readonly solution: number; readonly interactor: number };
  readonly transcript: readonly Utterance[];
  readonly isTranscriptTruncated: boolean;
}

/** A pair of persistent sandboxes whose programs are joined by two pipes; neither sees the other's files. */
export interface InteractiveSandbox extends AsyncDisposable {
  /** Of the weaker side. */
  readonly facts: SandboxFacts;
  /**
   * Runs the job's runs in order; see `Sandbox.run`.
   *
   * @throws SANDBOX_FAILED when a helper dies or answers nonsense; the sandbox is then unusable.
   */
  run(
    job: InteractionJob,
    options?: {
      readonly signal?: AbortSignal | undefined;
      readonly onResult?: (
        index: number,
        result: InteractionResult,
      ) => Promise<"continue" | "stop"> | "continue" | "stop";
    },
  ): Promise<readonly InteractionResult[]>;
}

/** What this sandbox enforces on this machine, as probed; printed in every report. */
export interface SandboxFacts {
  readonly tier: SandboxTier;
  readonly memorySource: "cgroup-v2" | "cgroup-v1" | "rlimit";
  /** Sentences about limits that cannot be enforced here; empty when all bite. */
  readonly shortfalls: readonly string[];
}

/** One persistent sandbox: runs are sequential; open several for parallel work. */
export interface Sandbox extends AsyncDisposable {
  readonly facts: SandboxFacts;
  /**
   * Runs the job's runs in order. `onResult` may stop the job: runs after the stop are not in the result.
   * Aborting kills the program in flight and rejects with the signal's reason.
   *
   * @throws SANDBOX_FAILED when the helper itself dies or answers nonsense; the sandbox is then unusable.
   */
  run(
    job: SandboxJob,
    options?: {
      readonly signal?: AbortSignal | undefined;
      readonly onResult?: (index: number, result: RunResult) => Promise<"continue" | "stop"> | "continue" | "stop";
    },
  ): Promise<readonly RunResult[]>;
}
