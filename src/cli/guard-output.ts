import { AppError } from "../std/index.ts";

/** A reader that went away, a terminal that hung up: nobody is told, nothing failed. */
const goneCodes: ReadonlySet<string> = new Set(["EPIPE", "EIO", "ECONNRESET"]);

export interface GuardedStream {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** What became of the standard streams. */
export interface OutputGuard {
  /** Calls back once when standard output is broken, at once when it is already; returns how to stop that. */
  onBroken(listener: () => void): () => void;
  /** Why standard output could not be written; undefined while it can, and when its reader just went away. */
  readonly failure: AppError | undefined;
}

/**
 * Keeps a broken standard stream from ending the process with a stack trace, now and after every command. What cannot
 * be written to standard error is lost.
 */
export function guardOutput(stdout: GuardedStream, stderr: GuardedStream): OutputGuard {
  const listeners = new Set<() => void>();
  let isBroken = false;
  let failure: AppError | undefined;
  stderr.on("error", () => {});
  stdout.on("error", (error) => {
    if (isBroken) return;
    isBroken = true;
    if (!goneCodes.has(error.code ?? "")) failure = toFailure(error);
    for (const listener of listeners) listener();
  });
  return {
    onBroken: (listener) => {
      listeners.add(listener);
      if (isBroken) listener();
      return () => listeners.delete(listener);
    },
    get failure() {
      return failure;
    },
  };
}

function toFailure(cause: NodeJS.ErrnoException): AppError {
  return new AppError({
    code: "OUTPUT_WRITE_FAILED",
    message: `standard output could not be written: ${cause.message}; what was printed is not complete`,
    cause,
  });
}
