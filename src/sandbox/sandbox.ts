import { BlobCache } from "./blob-cache.ts";
import { AppError } from "../std/index.ts";
import { checkJob } from "./check-job.ts";
import type { RunResult, Sandbox, SandboxFacts, SandboxJob, SandboxSpec } from "./contract.ts";
import type { HelperProcess } from "./helper-process.ts";
import { openHelper, type OpenSandboxOptions, type OpenedHelper } from "./open-helper.ts";
import { RunStream, type Slot } from "./run-stream.ts";

/** Blobs that a slot may hold; the oldest are dropped first and sent again when needed. */
export const maxBlobBytes = 512 * 1024 * 1024;

/**
 * Opens a persistent sandbox in the strongest tier that works here.
 *
 * @throws SANDBOX_UNAVAILABLE naming what was probed, what failed and how to get it
 */
export async function openSandbox(spec: SandboxSpec, options: OpenSandboxOptions = {}): Promise<HelperSandbox> {
  return new HelperSandbox(await openHelper([spec], options));
}

/** A sandbox behind one helper process. */
export class HelperSandbox implements Sandbox {
  readonly facts: SandboxFacts;
  readonly #opened: OpenedHelper;
  readonly #helper: HelperProcess;
  readonly #slot: Slot;
  #jobCount = 0;
  #cannotStart = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(opened: OpenedHelper) {
    this.#opened = opened;
    this.#helper = opened.helper;
    this.facts = opened.facts;
    const [slot] = opened.slots as readonly [OpenedHelper["slots"][0]];
    this.#slot = { ...slot, blobs: new BlobCache(maxBlobBytes) };
  }

  /** True once the helper is gone, or what it starts programs in; every further run then fails. */
  get isBroken(): boolean {
    return this.#helper.hasFailed || this.#cannotStart;
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
    await this.#opened[Symbol.asyncDispose]();
  }

  async #runJob(job: SandboxJob, options: NonNullable<Parameters<Sandbox["run"]>[1]>): Promise<readonly RunResult[]> {
    options.signal?.throwIfAborted();
    checkJob(job);
    const runs = job.runs.map((run) => ({ run, role: { kind: "alone" } as const }));
    const stream = new RunStream(this.#slot, { ...job, runs }, ++this.#jobCount);
    const abort = (): void => stream.stop({ reason: options.signal?.reason });
    const results: RunResult[] = [];
    this.#helper.setBusy(true);
    options.signal?.addEventListener("abort", abort, { once: true });
    using _ = this.#slot.channel.onWritable(() => stream.sendMore());
    try {
      stream.start();
      for (let index = 0; index < job.runs.length; index++) {
        const { result } = await stream.receive();
        options.signal?.throwIfAborted();
        this.#assertStartable(result);
        results.push(result);
        if ((await options.onResult?.(index, result)) === "stop") break;
        options.signal?.throwIfAborted();
      }
      return results;
    } finally {
      await stream.end();
      options.signal?.removeEventListener("abort", abort);
      if (!this.#helper.hasFailed) this.#helper.setBusy(false);
    }
  }

  /** Somebody killed the first process of the namespace that programs are started in: no program starts there again. */
  #assertStartable({ ending }: RunResult): void {
    if (ending.kind !== "not-started" || !ending.reason.startsWith("clone")) return;
    this.#cannotStart = true;
    throw new AppError({
      code: "SANDBOX_FAILED",
      message: `The sandbox can start no program any more (${ending.reason}); open a new sandbox.`,
      isRetryable: true,
    });
  }
}
