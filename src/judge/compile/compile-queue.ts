import type { Program } from "../../problem/index.ts";
import type { SlotPool } from "../slots.ts";
import type { CompilePlan, GccPlan, Toolchain } from "../toolchain.ts";
import { toBatchCandidate, type BatchCandidate } from "./batch-candidate.ts";
import { canUsePrecompiled, compileAlone, compileLimits, type CompilerOutcome } from "./compile-alone.ts";
import type { CBatchCompiler } from "./c-batch/c-batch-compiler.ts";
import { compileTogether } from "./compile-together.ts";
import type { HeaderStore, PreparedHeaders } from "./prepared-headers.ts";

/** Compiles what is asked for: alone, or together with others that wait at the same time. */
export interface CompileQueue {
  /** @throws the signal's reason when aborted. */
  compile(
    program: Program,
    options: { readonly toolchain: Toolchain; readonly signal?: AbortSignal | undefined },
  ): Promise<CompilerOutcome>;
}

export interface CompileQueueOptions {
  readonly pool: SlotPool;
  /** Undefined: every program is compiled alone, from the headers as they are. */
  readonly headers: HeaderStore | undefined;
  /** Undefined: as for `headers`. */
  readonly cBatches: CBatchCompiler | undefined;
  /** Compiles at the same time. */
  readonly slots: number;
}

interface Request {
  readonly program: Program;
  readonly toolchain: Toolchain;
  readonly signal: AbortSignal | undefined;
  readonly settle: (outcome: Promise<CompilerOutcome>) => void;
}

/**
 * Creates a queue. A request starts at once where a slot is free; what comes while all are busy waits, and when enough
 * have gathered they are compiled together. Preparing headers takes as long as a few compiles, so it waits for the
 * third program in need of them, unless they lie there from earlier.
 */
export function createCompileQueue(options: CompileQueueOptions): CompileQueue {
  return new Queue(options);
}

/** Fewer are compiled one by one. */
const minTogether = 4;
/** So many are worth preparing headers even if they include others. */
const manyTogether = 16;
/** More than this do not become cheaper, and one that stalls holds up all. */
const maxTogether = 64;
/** Batches of which nothing came, before a compiler is taken for one with which it does not work. */
const maxVain = 2;
/** Programs compiled without before headers are prepared. */
const patience = 2;

class Queue implements CompileQueue {
  readonly #options: CompileQueueOptions;
  #waiting: Request[] = [];
  #running = 0;
  #isScheduled = false;
  readonly #counts = new Map<string, number>();
  #vainCount = 0;

  constructor(options: CompileQueueOptions) {
    this.#options = options;
  }

  async compile(
    program: Program,
    { toolchain, signal }: { readonly toolchain: Toolchain; readonly signal?: AbortSignal | undefined },
  ): Promise<CompilerOutcome> {
    signal?.throwIfAborted();
    if (toolchain.compile.gcc === undefined) return compileAlone(this.#options.pool, program, { toolchain, signal });
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const settle = (outcome: Promise<CompilerOutcome>): void => {
        void outcome.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
      };
      this.#waiting.push({ program, toolchain, signal, settle });
      this.#schedule();
    });
  }

  /** After all that is asked for at this moment has come. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#start();
    });
  }

  #start(): void {
    this.#waiting = this.#waiting.filter((request) => request.signal?.aborted !== true);
    const { slots } = this.#options;
    while (this.#waiting.length > 0 && this.#running < slots) {
      const { toolchain } = this.#waiting[0] as Request;
      const alike = this.#waiting.filter((request) => request.toolchain === toolchain);
      const parts = Math.min(slots - this.#running, Math.max(1, Math.floor(alike.length / (4 * minTogether))));
      const length = alike.length < minTogether ? 1 : Math.min(maxTogether, Math.ceil(alike.length / parts));
      const taken = new Set(alike.slice(0, length));
      this.#waiting = this.#waiting.filter((request) => !taken.has(request));
      this.#running++;
      void this.#compileAll([...taken]).finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }

  async #compileAll(requests: readonly Request[]): Promise<void> {
    const { toolchain } = requests[0] as Request;
    const headers = await this.#findHeaders(toolchain, requests);
    const isC = toolchain.compile.gcc?.dialect === "c";
    const faulty = new Set<Request>();
    const together = isC ? this.#compileCTogether(requests, faulty) : this.#compileTogether(requests, headers);
    const alone = await together.catch(() => requests);
    await runAll(alone, this.#options.slots, async (request) => {
      const { program, signal } = request;
      const how = { toolchain, headers, expectsError: faulty.has(request), signal };
      const outcome = compileAlone(this.#options.pool, program, how);
      request.settle(outcome);
      await outcome.catch(() => {});
    });
  }

  async #findHeaders(toolchain: Toolchain, requests: readonly Request[]): Promise<PreparedHeaders | undefined> {
    const { gcc } = toolchain.compile;
    const store = this.#options.headers;
    if (gcc?.dialect !== "c++" || store === undefined) return undefined;
    const isWorthIt = requests.length >= manyTogether;
    const gaining = isWorthIt ? requests : requests.filter(({ program }) => canUsePrecompiled(program));
    const count = (this.#counts.get(toolchain.language) ?? 0) + gaining.length;
    this.#counts.set(toolchain.language, count);
    const isWanted = count > patience && gaining.length > 0;
    return isWanted ? store.prepare(gcc) : store.find(gcc);
  }

  /** The same for C, where programs of all kinds go together; those that seem to have an error are added to `faulty`. */
  async #compileCTogether(requests: readonly Request[], faulty: Set<Request>): Promise<readonly Request[]> {
    const batches = this.#options.cBatches;
    if (requests.length < minTogether || batches === undefined) return requests;
    const { toolchain } = requests[0] as Request;
    const signal = joinSignals(requests.map((request) => request.signal));
    const outcomes = await batches.compile(
      requests.map(({ program }) => program),
      { toolchain, signal },
    );
    return requests.filter((request, i) => {
      const outcome = outcomes[i];
      if (outcome?.kind === "error-found") faulty.add(request);
      if (outcome?.kind !== "program-placed") return request.signal?.aborted !== true;
      request.settle(Promise.resolve({ kind: "program-compiled", ...outcome.program, isCheap: true }));
      return false;
    });
  }

  /** Settles what could be compiled together; returns the others. */
  async #compileTogether(
    requests: readonly Request[],
    headers: PreparedHeaders | undefined,
  ): Promise<readonly Request[]> {
    const compile = (requests[0] as Request).toolchain.compile;
    const pluginPath = headers?.pluginPath;
    if (requests.length < minTogether || headers === undefined || pluginPath === undefined || !isGcc(compile)) {
      return requests;
    }
    const done = new Set<Request>();
    if (this.#vainCount >= maxVain) return requests;
    for (const group of groupByIncludes(requests, headers)) {
      const candidates = group.map((member) => member.candidate);
      const job = { plan: compile, headers: { ...headers, pluginPath }, candidates, limits: compileLimits };
      const signal = joinSignals(group.map((member) => member.request.signal));
      const programs = await compileTogether(this.#options.pool, job, signal);
      this.#vainCount = programs.every((bytes) => bytes === undefined) ? this.#vainCount + 1 : 0;
      for (const [i, bytes] of programs.entries()) {
        const request = group[i]?.request;
        if (bytes === undefined || request === undefined) continue;
        request.settle(Promise.resolve({ kind: "program-compiled", bytes }));
        done.add(request);
      }
    }
    return requests.filter((request) => !done.has(request) && request.signal?.aborted !== true);
  }
}

function isGcc(compile: CompilePlan): compile is CompilePlan & { readonly gcc: GccPlan } {
  return compile.gcc !== undefined;
}

interface Member {
  readonly request: Request;
  readonly candidate: BatchCandidate;
}

function groupByIncludes(requests: readonly Request[], headers: PreparedHeaders): readonly (readonly Member[])[] {
  const groups = new Map<string, Member[]>();
  for (const request of requests) {
    const candidate = toBatchCandidate(request.program, headers);
    if (candidate === undefined) continue;
    const group = groups.get(candidate.includes) ?? [];
    group.push({ request, candidate });
    groups.set(candidate.includes, group);
  }
  return [...groups.values()].filter((group) => group.length >= minTogether);
}

/** Aborted when all are; undefined where one never is. */
function joinSignals(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const controller = new AbortController();
  const check = (): void => {
    if (signals.every((signal) => signal?.aborted === true)) controller.abort(signals[0]?.reason);
  };
  for (const signal of signals) {
    if (signal === undefined) return undefined;
    signal.addEventListener("abort", check, { once: true });
  }
  check();
  return controller.signal;
}

async function runAll<T>(items: readonly T[], width: number, action: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}
