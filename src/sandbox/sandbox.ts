import { AppError } from "../std/index.ts";
import { BlobCache } from "./blob-cache.ts";
import { buildNative } from "./build-native.ts";
import type {
  RunResult,
  Sandbox,
  SandboxBlob,
  SandboxFacts,
  SandboxFile,
  SandboxJob,
  SandboxRun,
  SandboxSpec,
} from "./contract.ts";
import { HelperProcess } from "./helper-process.ts";

import { toJobFrame, toRunFrame, toSpecFrame } from "./protocol.ts";
import { createUnavailableError, type TierFailure } from "./unavailable.ts";

/** Blobs that a helper may hold; the oldest are dropped first and sent again when needed. */
const maxBlobBytes = 512 * 1024 * 1024;
/** Runs sent ahead of their results, so that the helper never waits for Node. */
const maxRunsAhead = 32;
/** A helper that does not confirm a cancel within this time is killed. */
const cancelMs = 10_000;

export interface OpenSandboxOptions {
  readonly signal?: AbortSignal | undefined;
  /** Only this tier; by default the strongest that works. */
  readonly tier?: "R" | "U" | undefined;
  /** Where the compiled helper is kept; by default `$XDG_CACHE_HOME/grandsmith` or `~/.cache/grandsmith`. */
  readonly cacheDirectory?: string | undefined;
}

/**
 * Opens a persistent sandbox in the strongest tier that works here.
 *
 * @throws SANDBOX_UNAVAILABLE naming what was probed, what failed and how to get it
 */
export async function openSandbox(spec: SandboxSpec, options: OpenSandboxOptions = {}): Promise<HelperSandbox> {
  options.signal?.throwIfAborted();
  if (process.platform !== "linux") throw createUnavailableError([]);
  const path = await buildNative("helper", options.cacheDirectory);
  const isRoot = process.getuid?.() === 0;
  const failures: TierFailure[] = [];
  for (const tier of options.tier === undefined ? (["R", "U"] as const) : ([options.tier] as const)) {
    if (tier === "R" && !isRoot) {
      failures.push({ tier, reason: "this process is not root" });
      continue;
    }
    options.signal?.throwIfAborted();
    const opened = await openTier(path, spec, tier, options.signal);
    if (opened instanceof HelperSandbox) return opened;
    failures.push({ tier, reason: opened });
  }
  throw createUnavailableError(failures);
}

/** The sandbox, or why this tier does not work. */
async function openTier(
  path: string,
  spec: SandboxSpec,
  tier: "R" | "U",
  signal: AbortSignal | undefined,
): Promise<HelperSandbox | string> {
  const helper = new HelperProcess(path);
  const abort = (): void => helper.kill();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    helper.send(toSpecFrame(spec, tier));
    const message = await helper.receive();
    if (message.kind === "ready") {
      helper.setBusy(false);
      return new HelperSandbox(helper, { tier, memorySource: message.memorySource, shortfalls: message.shortfalls });
    }
    await helper[Symbol.asyncDispose]();
    return message.kind === "fail" ? message.message : "the helper answered out of turn";
  } catch (error) {
    signal?.throwIfAborted();
    if (AppError.is(error)) return error.message;
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** A sandbox behind one helper process. */
export class HelperSandbox implements Sandbox {
  readonly facts: SandboxFacts;
  readonly #helper: HelperProcess;
  readonly #blobs = new BlobCache(maxBlobBytes);
  #jobCount = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(helper: HelperProcess, facts: SandboxFacts) {
    this.#helper = helper;
    this.facts = facts;
  }

  /** True once the helper is gone; every further run then fails. */
  get isBroken(): boolean {
    return this.#helper.hasFailed;
  }
  get helperPid(): number | undefined {
    return this.#helper.pid;
  }

  run(job: SandboxJob, options: Parameters<Sandbox["run"]>[1] = {}): Promise<readonly RunResult[]> {
    const turn = this.#last.then(() => this.#runJob(job, options));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#helper[Symbol.asyncDispose]();
  }

  async #runJob(job: SandboxJob, options: NonNullable<Parameters<Sandbox["run"]>[1]>): Promise<readonly RunResult[]> {
    options.signal?.throwIfAborted();
    checkJob(job);
    const number = ++this.#jobCount;
    const stream = new RunStream(this.#helper, this.#blobs, job, number);
    const abort = (): void => stream.stop();
    const results: RunResult[] = [];
    this.#helper.setBusy(true);
    options.signal?.addEventListener("abort", abort, { once: true });
    using _ = this.#helper.onWritable(() => stream.sendMore());
    try {
      stream.start();
      for (let index = 0; index < job.runs.length; index++) {
        const result = await stream.receive();
        options.signal?.throwIfAborted();
        results.push(result);
        if ((await options.onResult?.(index, result)) === "stop") break;
        options.signal?.throwIfAborted();
      }
      return results;
    } finally {
      await stream.end();
      options.signal?.removeEventListener("abort", abort);
      if (!this.isBroken) this.#helper.setBusy(false);
    }
  }
}

/** The runs of one job on their way to the helper and back. */
class RunStream {
  readonly #helper: HelperProcess;
  readonly #blobs: BlobCache;
  readonly #job: SandboxJob;
  readonly #number: number;
  readonly #pinned: ReadonlySet<string>;
  #sent = 0;
  #received = 0;
  #isStopped = false;

  constructor(helper: HelperProcess, blobs: BlobCache, job: SandboxJob, number: number) {
    this.#helper = helper;
    this.#blobs = blobs;
    this.#job = job;
    this.#number = number;
    this.#pinned = new Set(job.files.map((file) => file.blob.digest));
  }

  start(): void {
    const { argv, files } = this.#job;
    const frames = files.flatMap((file) => this.#blobs.toFrames(file.blob, this.#pinned));
    this.#helper.send(...frames, toJobFrame({ job: this.#number, argv, env: this.#job.env ?? {}, files }));
    this.sendMore();
  }

  sendMore(): void {
    const { runs } = this.#job;
    const frames: Uint8Array[] = [];
    let bytes = 0;
    while (!this.#isStopped && this.#helper.isWritable && bytes < 65_536) {
      const run = runs[this.#sent];
      if (run === undefined || this.#sent - this.#received >= maxRunsAhead) break;
      for (const frame of this.#toFrames(run)) {
        frames.push(frame);
        bytes += frame.byteLength;
      }
      this.#sent++;
    }
    if (frames.length > 0) this.#helper.send(...frames);
  }

  async receive(): Promise<RunResult> {
    if (this.#sent - this.#received <= maxRunsAhead / 2) this.sendMore();
    const message = await this.#helper.receive();
    if (message.kind !== "result" || message.job !== this.#number || message.index !== this.#received) {
      this.#helper.kill();
      throw new AppError({
        code: "SANDBOX_FAILED",
        message:
          message.kind === "fail"
            ? `The sandbox helper gave up: ${message.message}; open a new sandbox.`
            : `The sandbox helper was expected to answer run ${this.#received}, got another answer; open a new sandbox.`,
        isRetryable: true,
      });
    }
    this.#received++;
    return message.result;
  }

  /** Kills the run in flight and sends no more. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    if (this.#sent > this.#received) this.#helper.cancel(this.#number);
  }

  /** Takes in the answers still on their way, so that the next job starts clean. */
  async end(): Promise<void> {
    this.stop();
    if (this.#sent === this.#received || this.#helper.hasFailed) return;
    const timer = setTimeout(() => this.#helper.kill(), cancelMs);
    try {
      while (this.#received < this.#sent) await this.receive();
    } catch {
      // The helper is gone: its failure is what the caller sees at the next run.
    } finally {
      clearTimeout(timer);
    }
  }

  #toFrames(run: SandboxRun): Uint8Array[] {
    const needed: SandboxBlob[] = [run.stdin, ...(run.files ?? []).map((file) => file.blob)];
    const pinned = new Set([...this.#pinned, ...needed.map((blob) => blob.digest)]);
    const frames = needed.flatMap((blob) => this.#blobs.toFrames(blob, pinned));
    frames.push(toRunFrame(this.#number, this.#sent, run));
    return frames;
  }
}

const fileName = /^[A-Za-z0-9._-]{1,200}$/u;

function checkJob(job: SandboxJob): void {
  const names = [...job.files, ...job.runs.flatMap((run) => run.files ?? [])].map((file: SandboxFile) => file.name);
  names.push(...job.runs.flatMap((run) => run.collect ?? []));
  for (const name of names) {
    if (fileName.test(name) && name !== "." && name !== "..") continue;
    throw new AppError({
      code: "SANDBOX_JOB_INVALID",
      message: `Expected a plain file name (letters, digits, ".", "_", "-"), got ${JSON.stringify(name)}.`,
    });
  }
  if (job.argv[0]?.startsWith("/") === true) return;
  throw new AppError({
    code: "SANDBOX_JOB_INVALID",
    message: `Expected argv[0] to be an absolute path inside the sandbox, got ${JSON.stringify(job.argv[0] ?? null)}.`,
  });
}
