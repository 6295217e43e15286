import type { Socket } from "node:net";

import { AppError, toMessage } from "../std/index.ts";
import { FrameReader, parseMessage, type HelperMessage } from "./protocol.ts";

/** Answers that wait here unread beyond this stop the reading, so that a slow reader slows the helper. */
const maxUnreadBytes = 64 * 1024 * 1024;

export interface ChannelStreams {
  readonly input: Socket;
  readonly output: Socket;
  readonly control: Socket;
  /** Kills the helper. */
  readonly kill: () => void;
}

/** What is said to one slot of a helper, and what it says: frames out, messages in. */
export class HelperChannel {
  readonly #input: Socket;
  readonly #output: Socket;
  readonly #control: Socket;
  readonly #reader = new FrameReader();
  readonly kill: () => void;
  #messages: { readonly message: HelperMessage; readonly bytes: number }[] = [];
  #unreadBytes = 0;
  #waiter: { resolve(message: HelperMessage): void; reject(reason: unknown): void } | undefined;
  #failure: AppError | undefined;

  constructor({ input, output, control, kill }: ChannelStreams) {
    this.#input = input;
    this.#output = output;
    this.#control = control;
    this.kill = kill;
    output.on("data", (chunk: Buffer) => this.#receive(chunk));
    for (const stream of [input, output, control]) stream.on("error", () => undefined);
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

  /** Lets go of whoever waits for a message that will not come. */
  interrupt(reason: unknown): void {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.reject(reason);
  }

  setBusy(isBusy: boolean): void {
    for (const handle of [this.#input, this.#output, this.#control]) {
      if (isBusy) handle.ref();
      else handle.unref();
    }
  }

  /** Lets the helper see that nobody talks to it any more, on which it ends. */
  close(): void {
    this.fail(createFailure("was closed"));
    this.#output.resume();
    this.destroy();
  }

  destroy(): void {
    for (const stream of [this.#input, this.#control]) stream.destroy();
  }

  fail(error: AppError): void {
    this.#failure ??= error;
    this.interrupt(this.#failure);
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.push(chunk)) this.#deliver(parseMessage(frame), frame.length);
    } catch (error) {
      this.fail(createFailure(`sent nonsense (${toMessage(error)})`));
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
}

function createFailure(what: string): AppError {
  return new AppError({
    code: "SANDBOX_FAILED",
    message: `The sandbox helper was expected to answer, but it ${what}; open a new sandbox.`,
    isRetryable: true,
  });
}
