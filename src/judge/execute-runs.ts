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
import type { RunPlan } from "./toolchain.ts";

/** One run of a built program. */
export interface ProgramRun {
  readonly args?: readonly string[];
  readonly stdin: SandboxBlob;
  readonly files?: readonly SandboxFile[];
  readonly collect?: readonly string[];
  readonly outputBytes: number;
  /** What lies in `/work` for the judge's sake and is charged to the program. */
  readonly extraMemoryBytes?: number;
}

export interface ProgramJob {
  readonly built: BuiltProgram;
  readonly runs: readonly ProgramRun[];
  readonly limits: {
    readonly timeLimitMs: number;
    readonly memoryBytes: number;
    readonly stackBytes: number;
    /** Programs are stopped at the time limit times this; 1.5 by default. */
    readonly timeMargin?: number | undefined;
  };
  /** Size of a writable `/work`, or 0. */
  readonly workBytes: number;
  readonly allowsProcesses?: boolean;
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
 * the limit, idleness) is run once more alone before it counts, what huge pages could have caused (memory) once more
 * without them, and what a refused allocation could have caused (a failure where memory is limited by address space) once
 * more with several times the address space, so that what it then takes can be seen. A sandbox that dies is replaced
 * once, then the runs left are `judge-failed`.
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
  #doubtful: DoubtfulRun[] = [];
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
      if (this.#isDoubtful(index, result)) {
        const { verdict } = this.#computeVerdict(index, result);
        const isOverMemory = verdict === "memory-limit-exceeded";
        const isRefused = verdict === "runtime-error";
        const isIdle = result.ending.kind === "killed" && !isOverMemory;
        this.#doubtful.push({ index, isIdle, isOverMemory, isRefused, wallFactor: this.#toWallFactor(result) });
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
    const isAlone = !next.isOverMemory && !next.isRefused;
    const env = next.isOverMemory ? this.#job.built.plan.smallPagesEnv : undefined;
    const how = { isAlone, env, wallFactor: next.wallFactor, memoryFactor: next.isRefused ? ampleMemory : 1 };
    await this.#runJob([next.index], how, (result) => {
      this.#doubtful = this.#doubtful.filter((run) => run !== next);
      this.#hasConfirmedIdleness ||= this.#computeVerdict(next.index, result).verdict === "idleness-limit-exceeded";
      this.#deliver(next.index, result);
      return "continue";
    });
  }

  async #runJob(
    indices: readonly number[],
    how: {
      readonly isAlone?: boolean;
      readonly env?: RunPlan["env"] | undefined;
      readonly wallFactor: number;
      readonly memoryFactor?: number;
    },
    onResult: (result: RunResult, position: number) => "continue" | "stop",
  ): Promise<void> {
    const { built } = this.#job;
    const { signal } = this.#options;
    const spec = {
      readOnlyPaths: built.plan.readOnlyPaths,
      workBytes: this.#job.workBytes,
      allowsProcesses: this.#job.allowsProcesses ?? false,
    };
    const runs = indices.map((index) => {
      const run = this.#job.runs[index] as ProgramRun;
      const { wallFactor, memoryFactor } = how;
      const { limits } = this.#job;
      return toSandboxRun(run, { built, limits, timeLimitMs: this.#timeLimitMs, wallFactor, memoryFactor });
    });
    const job = {
      argv: toArgv(built.plan, this.#job.limits),
      env: how.env ?? built.plan.env,
      files: [built.file, ...(built.moreFiles ?? [])],
      runs,
      isUrgent: this.#options.isOrdered,
    };
    const action = async (sandbox: Sandbox): Promise<unknown> =>
      sandbox.run(job, { signal, onResult: (position, result) => onResult(result, position) });
    await this.#pool.use({ spec, isAlone: how.isAlone ?? false, signal }, action);
  }

  /**
   * Whether load could have made this: over the limit but ended by itself, or out of wall time. Or huge pages, which
   * count in full where a program touches a little of each. Or an allocation that was refused.
   */
  #isDoubtful(index: number, result: RunResult): boolean {
    const { verdict } = this.#computeVerdict(index, result);
    const isKilled = result.ending.kind === "killed";
    if (verdict === "time-limit-exceeded") return !isKilled;
    const { smallPagesEnv, reservesAddressSpace = false } = this.#job.built.plan;
    if (verdict === "memory-limit-exceeded") return smallPagesEnv !== undefined;
    if (verdict === "runtime-error") return this.#isMemoryByAddressSpace && !reservesAddressSpace;
    if (verdict !== "idleness-limit-exceeded") return false;
    return !this.#hasConfirmedIdleness || isComputing(result);
  }

  /** How much more wall time a program that was computing wants, to get to its limit at the pace that it had. */
  #toWallFactor(result: RunResult): number {
    if (!isComputing(result)) return 1;
    const { timeMargin = 1.5 } = this.#job.limits;
    const pace = result.cpuTimeMs / (this.#timeLimitMs * timeMargin);
    return Math.min(mostPatience, Math.max(2, 1.5 / Math.max(pace, 0.01)));
  }

  #computeVerdict(index: number, result: RunResult): RunVerdict {
    const extraBytes = this.#job.runs[index]?.extraMemoryBytes ?? 0;
    return computeRunVerdict(result, {
      cpuTimeMs: this.#timeLimitMs,
      memoryBytes: toMemoryBytes(this.#job.built.plan, this.#job.limits) + extraBytes,
      isMemoryByAddressSpace: this.#isMemoryByAddressSpace,
      memoryComplaint: this.#job.built.plan.memoryComplaint,
    });
  }

  #deliver(index: number, result: RunResult): void {
    const { verdict, message } = this.#computeVerdict(index, result);
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

/** A run whose first ending does not count. */
interface DoubtfulRun {
  readonly index: number;
  readonly isIdle: boolean;
  /** Run again without huge pages, whatever else runs. */
  readonly isOverMemory: boolean;
  /** It failed where an allocation may have been refused. */
  readonly isRefused: boolean;
  readonly wallFactor: number;
}

/** One run for the sandbox: killed somewhat beyond its limits, so that what is over them is seen to be. */
export function toSandboxRun(
  { outputBytes, extraMemoryBytes = 0, ...run }: ProgramRun,
  how: {
    readonly built: BuiltProgram;
    readonly limits: ProgramJob["limits"];
    /** Start-up included. */
    readonly timeLimitMs: number;
    readonly wallFactor: number;
    readonly memoryFactor?: number | undefined;
  },
): SandboxRun {
  const { plan } = how.built;
  const margin = Math.max(1, how.limits.timeMargin ?? 1.5);
  const limits: RunLimits = {
    cpuTimeMs: Math.ceil(how.timeLimitMs * margin),
    wallTimeMs: Math.ceil(Math.max(2 * margin * how.timeLimitMs, how.timeLimitMs + 2000) * how.wallFactor),
    memoryBytes: toMemoryBytes(plan, how.limits) * (how.memoryFactor ?? 1) + extraMemoryBytes,
    reservesAddressSpace: plan.reservesAddressSpace ?? false,
    stackBytes: how.limits.stackBytes,
    outputBytes,
    processCount: plan.processCount ?? 16,
  };
  return { ...run, limits };
}

/** What the whole process may take: the problem's limit and what the language's runtime needs beside it. */
export function toMemoryBytes(plan: RunPlan, limits: ProgramJob["limits"]): number {
  return limits.memoryBytes + (plan.memoryAllowanceBytes ?? 0);
}

export function toArgv(plan: RunPlan, limits: ProgramJob["limits"]): readonly string[] {
  return plan.createArgv?.(limits) ?? plan.argv;
}

const mostPatience = 6;
/** Of the memory limit: what is asked for at once beyond it seldom is more. */
const ampleMemory = 4;

/** Not asleep: wall time may have run out because others had the processor. */
function isComputing(result: RunResult): boolean {
  return result.cpuTimeMs > 0.05 * result.wallTimeMs;
}
