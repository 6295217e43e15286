import { fork, type ChildProcess } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../../../std/index.ts";
import type { CallOptions } from "../../trainable-contract.ts";
import type { TinyCall, TinyCalls, WorkerReply, WorkerRequest } from "./messages.ts";

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** One child process and the calls that it still owes an answer. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #ended: Promise<void>;
  #nextId = 0;
  #death: AppError | undefined;
  #deathReason: string | undefined;

  constructor() {
    const file = fileURLToPath(new URL(`./tiny-worker${extname(import.meta.url)}`, import.meta.url));
    this.#child = fork(file, [], {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#child.on("message", (reply: WorkerReply) => this.#settle(reply));
    this.#ended = new Promise((resolve) => {
      this.#child.once("error", (error) => {
        this.#die(error.message);
        resolve();
      });
      this.#child.once("exit", (code, signal) => {
        this.#die(signal === null ? `exit code ${code}` : signal);
        resolve();
      });
    });
  }

  /** Of the child; undefined where it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#deathReason === undefined;
  }

  /** A signal's name, or an exit code; undefined while it lives. */
  get deathReason(): string | undefined {
    return this.#deathReason;
  }

  /** @throws AppError TINY_WORKER_DIED, or what the call itself fails with; the signal's reason where it is aborted */
  async call<K extends keyof TinyCalls>(
    kind: K,
    request: TinyCalls[K]["request"],
    { signal }: CallOptions = {},
  ): Promise<TinyCalls[K]["value"]> {
    signal?.throwIfAborted();
    if (this.#death !== undefined) throw this.#death;
    const id = this.#nextId;
    this.#nextId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<TinyCalls[K]["value"]>();
    this.#pending.set(id, { resolve, reject });
    const onAbort = (): void => {
      this.#pending.delete(id);
      this.#send({ kind: "cancel", id });
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#send({ kind: "call", id, call: { kind, request } as TinyCall });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async end(): Promise<void> {
    if (this.isAlive) this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #send(request: WorkerRequest): void {
    if (this.#child.connected) this.#child.send(request, () => undefined);
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (reply.kind === "call-answered") pending?.resolve(reply.value as never);
    else pending?.reject(new AppError(reply.error));
  }

  #die(reason: string): void {
    if (this.#deathReason !== undefined) return;
    this.#deathReason = reason;
    this.#death = new AppError({
      code: "TINY_WORKER_DIED",
      message: `the process of the embedded policy ended (${reason}) before it answered; its rollouts are lost, sample them again`,
      isRetryable: true,
      data: { reason },
    });
    for (const { reject } of this.#pending.values()) reject(this.#death);
    this.#pending.clear();
  }
}
