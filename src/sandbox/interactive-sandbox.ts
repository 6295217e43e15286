import { AppError } from "../std/index.ts";
import { BlobCache } from "./blob-cache.ts";
import { checkJob } from "./check-job.ts";
import type {
  InteractionJob,
  InteractionResult,
  InteractionRun,
  InteractiveSandbox,
  SandboxFacts,
  SandboxSpec,
} from "./contract.ts";
import { openHelper, type OpenSandboxOptions, type OpenedHelper } from "./open-helper.ts";
import { RunStream, type Slot } from "./run-stream.ts";
import { maxBlobBytes } from "./sandbox.ts";

/**
 * Opens a pair of persistent sandboxes for programs that talk to each other, in the strongest tier that works here.
 *
 * @throws SANDBOX_UNAVAILABLE naming what was probed, what failed and how to get it
 */
export async function openInteractiveSandbox(
  specs: { readonly solution: SandboxSpec; readonly interactor: SandboxSpec },
  options: OpenSandboxOptions = {},
): Promise<HelperInteractiveSandbox> {
  return new HelperInteractiveSandbox(await openHelper([specs.solution, specs.interactor], options));
}

/** Two joined slots behind one helper process. */
export class HelperInteractiveSandbox implements InteractiveSandbox {
  readonly facts: SandboxFacts;
  readonly #opened: OpenedHelper;
  readonly #solution: Slot;
  readonly #interactor: Slot;
  #jobCount = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(opened: OpenedHelper) {
    this.#opened = opened;
    this.facts = opened.facts;
    const [solution, interactor] = opened.slots as readonly [OpenedHelper["slots"][0], OpenedHelper["slots"][0]];
    this.#solution = { ...solution, blobs: new BlobCache(maxBlobBytes) };
    this.#interactor = { ...interactor, blobs: new BlobCache(maxBlobBytes) };
  }

  /** True once the helper is gone; every further run then fails. */
  get isBroken(): boolean {
    return this.#opened.helper.hasFailed;
  }
  get helperPid(): number | undefined {
    return this.#opened.helper.pid;
  }

  run(
    job: InteractionJob,
    options: Parameters<InteractiveSandbox["run"]>[1] = {},
  ): Promise<readonly InteractionResult[]> {
    const turn = this.#last.then(() => this.#runJob(job, options));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
  }

  async #runJob(
    job: InteractionJob,
    options: NonNullable<Parameters<InteractiveSandbox["run"]>[1]>,
  ): Promise<readonly InteractionResult[]> {
    options.signal?.throwIfAborted();
    const streams = this.#createStreams(job);
    const stop = (): void => {
      const sentCount = Math.max(...streams.map((stream) => stream.sentCount));
      for (const stream of streams) stream.stop({ reason: options.signal?.reason, sentCount });
    };
    const results: InteractionResult[] = [];
    this.#opened.helper.setBusy(true);
    options.signal?.addEventListener("abort", stop, { once: true });
    using writable = new DisposableStack();
    writable.use(this.#solution.channel.onWritable(() => streams[0].sendMore()));
    writable.use(this.#interactor.channel.onWritable(() => streams[1].sendMore()));
    try {
      for (const stream of streams) stream.start();
      for (let index = 0; index < job.runs.length; index++) {
        const result = await receiveBoth(streams);
        options.signal?.throwIfAborted();
        results.push(result);
        if ((await options.onResult?.(index, result)) === "stop") break;
        options.signal?.throwIfAborted();
      }
      return results;
    } finally {
      stop();
      await Promise.all(streams.map((stream) => stream.end()));
      options.signal?.removeEventListener("abort", stop);
      if (!this.isBroken) this.#opened.helper.setBusy(false);
    }
  }

  #createStreams(job: InteractionJob): readonly [RunStream, RunStream] {
    const number = ++this.#jobCount;
    const solution = {
      ...job.solution,
      runs: job.runs.map((run) => ({ run: run.solution, role: toSolutionRole(run) })),
      isUrgent: true,
    };
    const interactor = {
      ...job.interactor,
      runs: job.runs.map((run) => ({ run: run.interactor, role: { kind: "interactor" } as const })),
      isUrgent: true,
    };
    for (const side of [solution, interactor]) checkJob({ ...side, runs: side.runs.map(({ run }) => run) });
    return [new RunStream(this.#solution, solution, number), new RunStream(this.#interactor, interactor, number)];
  }
}

function toSolutionRole({ interactor, transcriptBytes }: InteractionRun) {
  return {
    kind: "solution",
    interactorOutputBytes: interactor.limits.outputBytes,
    transcriptBytes: transcriptBytes ?? 0,
  } as const;
}

async function receiveBoth(streams: readonly [RunStream, RunStream]): Promise<InteractionResult> {
  const [solution, interactor] = await Promise.all([streams[0].receive(), streams[1].receive()]);
  if (solution.report === undefined) {
    throw new AppError({
      code: "SANDBOX_FAILED",
      message: "The sandbox helper joined no programs; open a new sandbox.",
    });
  }
  return { solution: solution.result, interactor: interactor.result, ...solution.report };
}
