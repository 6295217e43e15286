import { AppError } from "../../../std/index.ts";
import type { PolicyInfo } from "../../contract.ts";
import type {
  CallOptions,
  ForwardRequest,
  ForwardResult,
  OptimStepRequest,
  OptimStepResult,
  SampledTokens,
  SavedWeights,
  SaveRequest,
  ScoredTokens,
  ScoreRequest,
  TokenSampleRequest,
  TrainablePolicy,
} from "../../trainable-contract.ts";
import { createTokenizer } from "../checkpoint/tokenizer.ts";
import { tinyInfo, type TinyOptions } from "../tiny-engine.ts";
import type { OpenedWorker } from "./messages.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A trainable policy in a child process of its own; `pid` is for those who watch processes. */
export interface TinyWorker extends TrainablePolicy {
  readonly pid: number | undefined;
}

/**
 * Starts a process that holds one sampler or trainer.
 *
 * When it dies, the calls under way fail with TINY_WORKER_DIED. The next call starts it again from the weights that it
 * opened or loaded last; where it had learnt since, that would lose steps silently, so the call fails until `load`.
 *
 * @throws AppError what `createTinyEngine` throws, TINY_WORKER_DIED
 */
export async function startTinyWorker(options: TinyOptions, call: CallOptions = {}): Promise<TinyWorker> {
  const process = new WorkerProcess();
  try {
    return new TinyWorkerPolicy(options, process, await process.call("open", options, call));
  } catch (error) {
    await process.end();
    throw error;
  }
}

class TinyWorkerPolicy implements TinyWorker {
  readonly info: PolicyInfo = tinyInfo;
  #options: TinyOptions;
  #process: WorkerProcess;
  #starting: Promise<WorkerProcess> | undefined;
  #tokenizer: ReturnType<typeof createTokenizer>;
  #version: number;
  #hasLearnt = false;
  #isClosed = false;

  constructor(options: TinyOptions, process: WorkerProcess, opened: OpenedWorker) {
    this.#options = options;
    this.#process = process;
    this.#tokenizer = createTokenizer(opened.tokenizer);
    this.#version = opened.version;
  }

  get tokenizer(): TrainablePolicy["tokenizer"] {
    return this.#tokenizer;
  }

  get version(): number {
    return this.#version;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async score(requests: readonly ScoreRequest[], options?: CallOptions): Promise<readonly ScoredTokens[]> {
    return (await this.#live()).call("score", requests, options);
  }

  async sampleTokens(
    requests: readonly TokenSampleRequest[],
    options?: CallOptions,
  ): Promise<readonly SampledTokens[]> {
    return (await this.#live()).call("sample", requests, options);
  }

  async forward(request: ForwardRequest, options?: CallOptions): Promise<ForwardResult> {
    return (await this.#live()).call("forward", request, options);
  }

  async forwardBackward(request: ForwardRequest, options?: CallOptions): Promise<ForwardResult> {
    const process = await this.#live();
    this.#hasLearnt = true;
    return process.call("forward-backward", request, options);
  }

  async optimStep(request: OptimStepRequest, options?: CallOptions): Promise<OptimStepResult> {
    const process = await this.#live();
    this.#hasLearnt = true;
    const result = await process.call("optim-step", request, options);
    this.#version = result.version;
    return result;
  }

  async save(request: SaveRequest, options?: CallOptions): Promise<SavedWeights> {
    return (await this.#live()).call("save", request, options);
  }

  async load(
    request: { readonly directory: string; readonly withOptimizer?: boolean },
    options?: CallOptions,
  ): Promise<SavedWeights> {
    const { lora: _, ...rest } = this.#options;
    const reopened: TinyOptions = { ...rest, source: { kind: "checkpoint", ...request } };
    if (!this.#process.isAlive && !this.#isClosed) {
      this.#options = reopened;
      this.#hasLearnt = false;
    }
    const { tokenizer, version, ...saved } = await (await this.#live()).call("load", request, options);
    this.#options = reopened;
    this.#hasLearnt = false;
    this.#tokenizer = createTokenizer(tokenizer);
    this.#version = version;
    return { ...saved, version };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await (await this.#starting?.catch(() => undefined))?.end();
    await this.#process.end();
  }

  /** The process, started again where it died and nothing that it had learnt is lost. */
  async #live(): Promise<WorkerProcess> {
    if (this.#isClosed) {
      throw new AppError({
        code: "TINY_WORKER_CLOSED",
        message: "this embedded policy was closed; start a new one",
      });
    }
    if (this.#process.isAlive) return this.#process;
    if (this.#hasLearnt) {
      throw new AppError({
        code: "TINY_WORKER_DIED",
        message: `the process of the embedded policy ended (${this.#process.deathReason}) after it had learnt; load its last checkpoint to go on from there`,
      });
    }
    this.#starting ??= this.#restart().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #restart(): Promise<WorkerProcess> {
    const process = new WorkerProcess();
    try {
      const { version } = await process.call("open", this.#options);
      this.#version = version;
      this.#process = process;
      return process;
    } catch (error) {
      await process.end();
      throw error;
    }
  }
}
