import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

import { AppError } from "../std/index.ts";
import { HelperChannel } from "./helper-channel.ts";

/** Time that a helper gets to end by itself, which removes its control groups. */
const endingMs = 2000;
const maxComplaintBytes = 2048;

/** What to start: see native/launch.h. */
export interface HelperCommand {
  readonly path: string;
  readonly args: readonly string[];
  /** Slots that it serves: two when it is a pair. */
  readonly slots: 1 | 2;
  /** User and group to start it as, when not ours. */
  readonly userId?: number | undefined;
}

/** A running helper with a channel to each of its slots. Ends with Node whatever happens to Node. */
export class HelperProcess implements AsyncDisposable {
  readonly channels: readonly HelperChannel[];
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #complaint = "";

  constructor({ path, args, slots, userId }: HelperCommand) {
    const more = slots === 2 ? (["pipe", "pipe", "pipe"] as const) : [];
    this.#child = spawn(path, args, {
      stdio: ["pipe", "pipe", "pipe", "pipe", ...more],
      env: {},
      cwd: "/",
      ...(userId === undefined ? {} : { uid: userId, gid: userId }),
    });
    const streams = this.#child.stdio as unknown as readonly Socket[];
    const kill = (): void => this.kill();
    const ends = [[streams[0], streams[1], streams[3]] as const, [streams[4], streams[5], streams[6]] as const];
    this.channels = ends.slice(0, slots).map(([input, output, control]) => {
      return new HelperChannel({ input: input as Socket, output: output as Socket, control: control as Socket, kill });
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once("close", () => resolve());
      this.#child.once("error", () => resolve());
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    this.#child.once("error", (error) => this.#fail(`could not be started (${error.message})`));
    this.#child.once("close", (code, signal) => this.#fail(this.#describeEnd(signal ?? `exit code ${code}`)));
  }

  /** The helper's process id. */
  get pid(): number | undefined {
    return this.#child.pid;
  }
  get hasFailed(): boolean {
    return this.channels.some((channel) => channel.hasFailed);
  }

  /** Whether an open helper keeps Node running: only while it works. */
  setBusy(isBusy: boolean): void {
    const stderr = this.#child.stderr as Socket | null;
    for (const handle of [this.#child, ...(stderr === null ? [] : [stderr])]) {
      if (isBusy) handle.ref();
      else handle.unref();
    }
    for (const channel of this.channels) channel.setBusy(isBusy);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
    for (const channel of this.channels) channel.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.hasFailed && this.#child.exitCode !== null) return;
    this.setBusy(true);
    for (const channel of this.channels) channel.close();
    const timer = setTimeout(() => this.kill(), endingMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #fail(what: string): void {
    const error = new AppError({
      code: "SANDBOX_FAILED",
      message: `The sandbox helper was expected to answer, but it ${what}; open a new sandbox.`,
      isRetryable: true,
    });
    for (const channel of this.channels) channel.fail(error);
  }

  #hear(text: string): void {
    if (this.#complaint.length < maxComplaintBytes) this.#complaint += text.slice(0, maxComplaintBytes);
  }

  #describeEnd(how: string): string {
    const complaint = this.#complaint.trim();
    return complaint === "" ? `ended (${how})` : `ended (${how}: ${complaint})`;
  }
}
