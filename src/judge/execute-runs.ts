import type {
  RunLimits,
  RunResult,
  Sandbox,
  SandboxBlob,
  SandboxFacts,
  SandboxFile,
  SandboxRun,
} from "../sandbox/index.ts";
import { AppError, toMessage } from "../std/index.ts";
import type { BuiltProgram } from "./build-program.ts";
import { computeRunVerdict, type RunVerdict } from "./run-verdict.ts";
import type { SlotPool } from "./slots.ts";

/** One run of a built program. */
export interface ProgramRun {
  readonly args?: readonly string[];
  readonly stdin: SandboxBlob;
  readonly files?: readonly SandboxFile[];
  readonly collect?: readonly string[];
  readonly outputBytes: number;
}

export interface ProgramJob {
  readonly built: BuiltProgram;
  readonly runs: readonly ProgramRun[];
  readonly limits: { readonly timeLimitMs: number; readonly memoryBytes: number; readonly stackBytes: number };
  /** Size of a writable `/work`, or 0. */
  readonly workBytes: number;
}

/** How a run ended for good. `result` is undefined where the sandbox died before there was one. */
export interface RunOutcome extends RunVerdict {
  readonly result?: RunResult | undefined;
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Outcomes come in the order of the runs, so that a stop is the same whatever the speed. */
  readonly isOrdered: boolean;
  /** Called once a run, when nothing about it can change any more. */
  readonly onOutcome: (index: number, outcome: RunOutcome) => "continue" | "stop";
}

/**
 * Runs a program on all inputs in one sandbox job. What load on the machine could have caused (CPU time slightly over
 * the limit, idleness) is run once more alone before it counts; a sandbox that dies is replaced once, then the runs
 * left are `judge-failed`.
 */
export async function executeRuns(
  context: { readonly pool: SlotPool; readonly facts: SandboxFacts },
  job: ProgramJob,
  options: ExecuteOptions,
): Promise<void> {
  const execution = new Execution(context, job, options);
  await execution.run();
}

/** Kept results of one sandbox job are bounded: beyond this the job is cut and continued. */
const retainedBytesLimit = 128 * 1024 ** 2;

class Execution {
  readonly #pool: SlotPool;
  readonly #job: ProgramJob;
  readonly #options: ExecuteOptions;
  readonly #timeLimitMs: number;
  readonly #isMemoryByAddressSpace: boolean;
  /** Indices still to be run, in order. */
  #pending: number[];
  /** Indices to be run again with nothing beside them. */
  #doubtful: { readonly index: number; readonly isIdle: boolean; readonly wasComputing: boolean }[] = [];
  #isStopped = false;
  #hasReplacedSandbox = false;
  #hasConfirmedIdleness = false;

  constructor(
    context: { readonly pool: SlotPool; readonly facts: SandboxFacts },
    job: ProgramJob,
    options: ExecuteOptions,
  ) {
    this.#pool = context.pool;
    this.#job = job;
    this.#options = options;
    this.#timeLimitMs = job.limits.timeLimitMs + job.built.plan.startUpAllowanceMs;
    this.#isMemoryByAddressSpace = context.facts.memorySource === "rlimit";
    this.#pending = job.runs.map((_, index) => index);
  }

  async run(): Promise<void> {
    while (!this.#isStopped && this.#pending.length + this.#doubtful.length > 0) {
      try {
        const isUrgent = this.#doubtful.some((run) => run.isIdle || this.#options.isOrdered);
        await (isUrgent || this.#pending.length === 0 ? this.#runDoubtful() : this.#runPending());
      } catch (cause) {
        this.#options.signal?.throwIfAborted();
        if (!AppError.is(cause)) throw cause;
        if (this.#hasReplacedSandbox || cause.code !== "SANDBOX_FAILED") return this.#failRest(toMessage(cause));
        this.#hasReplacedSandbox = true;
      }
    }
  }

  async #runPending(): Promise<void> {
    const indices = this.#pending;
    let retainedBytes = 0;
    await this.#runJob(indices, { wallFactor: 1 }, (result, position) => {
      const index = indices[position] as number;
      this.#pending = indices.slice(position + 1);
      if (this.#isDoubtful(result)) {
        const isIdle = result.ending.kind === "killed";
        this.#doubtful.push({ index, isIdle, wasComputing: isComputing(result) });
        return isIdle || this.#options.isOrdered ? "stop" : "continue";
      }
      retainedBytes += result.stdout.length;
      this.#deliver(index, result);
      return this.#isStopped || retainedBytes > retainedBytesLimit ? "stop" : "continue";
    });
  }

  async #runDoubtful(): Promise<void> {
    const next = this.#doubtful.find((run) => run.isIdle) ?? this.#doubtful[0];
    if (next === undefined) return;
    await this.#runJob([next.index], { isAlone: true, wallFactor: next.wasComputing ? 2 : 1 }, (result) => {
      this.#doubtful = this.#doubtful.filter((run) => run !== next);
      this.#hasConfirmedIdleness ||= this.#computeVerdict(result).verdict === "idleness-limit-exceeded";
      this.#deliver(next.index, result);
      return "continue";
    });
  }

  async #runJob(
    indices: readonly number[],
    how: { readonly isAlone?: boolean; readonly wallFactor: number },
    onResult: (result: RunResult, position: number) => "continue" | "stop",
  ): Promise<void> {
    const { built } = this.#job;
    const { signal } = this.#options;
    const spec = { readOnlyPaths: built.plan.readOnlyPaths, workBytes: this.#job.workBytes, allowsProcesses: false };
    const runs = indices.map((index) => this.#toSandboxRun(this.#job.runs[index] as ProgramRun, how.wallFactor));
    const job = { argv: built.plan.argv, env: built.plan.env, files: [built.file], runs };
    const action = async (sandbox: Sandbox): Promise<unknown> =>
      sandbox.run(job, { signal, onResult: (position, result) => onResult(result, position) });
    await this.#pool.use({ spec, isAlone: how.isAlone ?? false, signal }, action);
  }

  #toSandboxRun(run: ProgramRun, wallFactor: number): SandboxRun {
    const { memoryBytes, stackBytes } = this.#job.limits;
    const limits: RunLimits = {
      cpuTimeMs: Math.ceil(this.#timeLimitMs * 1.5),
      wallTimeMs: Math.ceil(Math.max(3 * this.#timeLimitMs, this.#timeLimitMs + 2000) * wallFactor),
      memoryBytes,
      stackBytes,
      outputBytes: run.outputBytes,
      processCount: 16,
    };
    const { outputBytes: _, ...rest } = run;
    return { ...rest, limits };
  }

  /** Whether load could have made this: over the limit but ended by itself, or out of wall time. */
  #isDoubtful(result: RunResult): boolean {
    const { verdict } = this.#computeVerdict(result);
    const isKilled = result.ending.kind === "killed";
    if (verdict === "time-limit-exceeded") return !isKilled;
    if (verdict !== "idleness-limit-exceeded") return false;
    return !this.#hasConfirmedIdleness || isComputing(result);
  }

  #computeVerdict(result: RunResult): RunVerdict {
    return computeRunVerdict(result, {
      cpuTimeMs: this.#timeLimitMs,
      memoryBytes: this.#job.limits.memoryBytes,
      isMemoryByAddressSpace: this.#isMemoryByAddressSpace,
    });
  }

  #deliver(index: number, result: RunResult): void {
    const { verdict, message } = this.#computeVerdict(result);
    this.#finish(index, { verdict, message, result });
  }

  #finish(index: number, outcome: RunOutcome): void {
    this.#isStopped = this.#options.onOutcome(index, outcome) === "stop" || this.#isStopped;
  }

  #failRest(message: string): void {
    const left = [...this.#doubtful.map((run) => run.index), ...this.#pending].toSorted((a, b) => a - b);
    for (const index of left) {
      if (!this.#isStopped) this.#finish(index, { verdict: "judge-failed", message });
    }
  }
}

/** Not asleep: wall time may have run out because others had the processor. */
function isComputing(result: RunResult): boolean {
  return result.cpuTimeMs > 0.05 * result.wallTimeMs;
}
