import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

import { AppError, toMessage } from "../std/index.ts";
import { FrameReader, parseMessage, type HelperMessage } from "./protocol.ts";

/** Time that a helper gets to end by itself, which removes its control groups. */
const endingMs = 2000;
/** Answers that wait here unread beyond this stop the reading, so that a slow reader slows the helper. */
const maxUnreadBytes = 64 * 1024 * 1024;

/** A running helper: frames out, messages in. Ends with Node whatever happens to Node. */
export class HelperProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #input: Socket;
  readonly #output: Socket;
  readonly #control: Socket;
  readonly #reader = new FrameReader();
  readonly #exited: Promise<void>;
  #messages: { readonly message: HelperMessage; readonly bytes: number }[] = [];
  #unreadBytes = 0;
  #waiter: { resolve(message: HelperMessage): void; reject(reason: unknown): void } | undefined;
  #failure: AppError | undefined;

  constructor(path: string) {
    this.#child = spawn(path, [], { stdio: ["pipe", "pipe", "ignore", "pipe"], env: {}, cwd: "/" });
    this.#input = this.#child.stdin as Socket;
    this.#output = this.#child.stdout as Socket;
    this.#control = this.#child.stdio[3] as Socket;
    this.#exited = new Promise((resolve) => {
      this.#child.once("close", () => resolve());
      this.#child.once("error", () => resolve());
    });
    this.#output.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#child.once("error", (error) => this.#fail(`could not be started (${error.message})`));
    this.#child.once("close", (code, signal) => this.#fail(`ended (${signal ?? `exit code ${code}`})`));
    for (const stream of [this.#input, this.#output, this.#control]) stream.on("error", () => undefined);
  }

  /** The helper's process id. */
  get pid(): number | undefined {
    return this.#child.pid;
  }
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }
  /** False while what was sent waits to be read by the helper. */
  get isWritable(): boolean {
    return !this.#input.writableNeedDrain;
  }

  onWritable(listener: () => void): Disposable {
    this.#input.on("drain", listener);
    return { [Symbol.dispose]: () => void this.#input.off("drain", listener) };
  }

  send(...frames: readonly Uint8Array[]): void {
    if (this.#input.destroyed) return;
    this.#input.cork();
    for (const frame of frames) this.#input.write(frame);
    this.#input.uncork();
  }

  /** Kills the job's run in flight; its queued runs are answered without being started. */
  cancel(job: number): void {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(job);
    if (!this.#control.destroyed) this.#control.write(number);
  }

  /** The next message. @throws SANDBOX_FAILED when the helper is gone */
  receive(): Promise<HelperMessage> {
    const next = this.#messages.shift();
    if (next !== undefined) {
      this.#unreadBytes -= next.bytes;
      if (this.#unreadBytes <= maxUnreadBytes && this.#output.isPaused()) this.#output.resume();
      return Promise.resolve(next.message);
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  /** Whether an open helper keeps Node running: only while it works. */
  setBusy(isBusy: boolean): void {
    for (const handle of [this.#child, this.#input, this.#output, this.#control]) {
      if (isBusy) handle.ref();
      else handle.unref();
    }
  }

  kill(): void {
    this.#child.kill("SIGKILL");
    for (const stream of [this.#input, this.#control]) stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.hasFailed) return;
    this.setBusy(true);
    this.#fail("was closed");
    this.#output.resume();
    this.#input.destroy();
    this.#control.destroy();
    const timer = setTimeout(() => this.kill(), endingMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.push(chunk)) this.#deliver(parseMessage(frame), frame.length);
    } catch (error) {
      this.#fail(`sent nonsense (${toMessage(error)})`);
      this.kill();
    }
  }

  #deliver(message: HelperMessage, bytes: number): void {
    const waiter = this.#waiter;
    if (waiter !== undefined) {
      this.#waiter = undefined;
      waiter.resolve(message);
      return;
    }
    this.#messages.push({ message, bytes });
    this.#unreadBytes += bytes;
    if (this.#unreadBytes > maxUnreadBytes) this.#output.pause();
  }

  #fail(what: string): void {
    this.#failure ??= new AppError({
      code: "SANDBOX_FAILED",
      message: `The sandbox helper was expected to answer, but it ${what}; open a new sandbox.`,
      isRetryable: true,
    });
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.reject(this.#failure);
  }
}
