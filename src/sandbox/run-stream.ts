import { AppError } from "../std/index.ts";
import type { BlobCache } from "./blob-cache.ts";
import type { RunResult, SandboxBlob, SandboxFile, SandboxRun } from "./contract.ts";
import type { HelperChannel } from "./helper-channel.ts";
import { toJobFrame, toRunFrame, type RelayReport, type RunRole } from "./protocol.ts";
import type { SlotPaths } from "./slot-paths.ts";

/** Runs sent ahead of their results, so that the helper never waits for Node. */
const maxRunsAhead = 32;
/** A helper that does not confirm a cancel within this time is killed. */
const cancelMs = 10_000;

/** A job as one slot of a helper gets it: alone, or one half of a joined one. */
export interface SlotJob {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files: readonly SandboxFile[];
  readonly runs: readonly { readonly run: SlotRun; readonly role: RunRole }[];
  readonly isUrgent?: boolean;
}

type SlotRun = Omit<SandboxRun, "stdin"> & { readonly stdin?: SandboxBlob };

/** An open slot: how to talk to it, what it holds, how it names things. */
export interface Slot {
  readonly channel: HelperChannel;
  readonly blobs: BlobCache;
  readonly paths: SlotPaths;
}

/** The runs of one job on their way to the helper and back. */
export class RunStream {
  readonly #channel: HelperChannel;
  readonly #blobs: BlobCache;
  readonly #paths: SlotPaths;
  readonly #job: SlotJob;
  readonly #number: number;
  readonly #pinned: ReadonlySet<string>;
  #sent = 0;
  #received = 0;
  #isStopped = false;

  constructor({ channel, blobs, paths }: Slot, job: SlotJob, number: number) {
    this.#channel = channel;
    this.#blobs = blobs;
    this.#paths = paths;
    this.#job = job;
    this.#number = number;
    this.#pinned = new Set(job.files.map((file) => file.blob.digest));
  }

  start(): void {
    const { files, isUrgent = false } = this.#job;
    const argv = this.#job.argv.map(this.#paths.toHost);
    const variables = Object.entries(this.#job.env ?? {}).map(([name, value]) => [name, this.#paths.toHost(value)]);
    const env = Object.fromEntries(variables) as Record<string, string>;
    const frames = files.flatMap((file) => this.#blobs.toFrames(file.blob, this.#pinned));
    this.#channel.send(...frames, toJobFrame({ job: this.#number, argv, env, files, isUrgent }));
    this.sendMore();
  }

  sendMore(): void {
    const { runs } = this.#job;
    const frames: Uint8Array[] = [];
    let bytes = 0;
    while (!this.#isStopped && this.#channel.isWritable && bytes < 65_536) {
      if (this.#sent === runs.length || this.#sent - this.#received >= maxRunsAhead) break;
      for (const frame of this.#toNextFrames()) {
        frames.push(frame);
        bytes += frame.byteLength;
      }
    }
    if (frames.length > 0) this.#channel.send(...frames);
  }

  async receive(): Promise<{ readonly result: RunResult; readonly report?: RelayReport }> {
    if (this.#sent - this.#received <= maxRunsAhead / 2) this.sendMore();
    const message = await this.#channel.receive();
    if (message.kind !== "result" || message.job !== this.#number || message.index !== this.#received) {
      this.#channel.kill();
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
    const result = this.#paths.fromHost(message.result);
    return message.report === undefined ? { result } : { result, report: message.report };
  }

  /** Runs that the helper got, or will get. */
  get sentCount(): number {
    return this.#sent;
  }

  /**
   * Kills the run in flight and sends no more, but those up to `sentCount`, which the other slot of a pair waits for.
   * Who waits for a run that was never sent, because what goes before it fills the pipe, is let go with the reason.
   */
  stop({ reason, sentCount = 0 }: { readonly reason?: unknown; readonly sentCount?: number } = {}): void {
    if (this.#isStopped) return;
    while (this.#sent < sentCount) this.#channel.send(...this.#toNextFrames());
    this.#isStopped = true;
    if (this.#sent > this.#received) this.#channel.cancel(this.#number);
    else this.#channel.interrupt(reason);
  }

  /** Takes in the answers still on their way, so that the next job starts clean. */
  async end(): Promise<void> {
    this.stop();
    if (this.#sent === this.#received || this.#channel.hasFailed) return;
    const timer = setTimeout(() => this.#channel.kill(), cancelMs);
    try {
      while (this.#received < this.#sent) await this.receive();
    } catch {
      // The helper is gone: its failure is what the caller sees at the next run.
    } finally {
      clearTimeout(timer);
    }
  }

  /** What the next run takes, which then counts as sent. */
  #toNextFrames(): Uint8Array[] {
    const { run, role } = this.#job.runs[this.#sent] as SlotJob["runs"][number];
    const files = run.files ?? [];
    const needed = [...(run.stdin === undefined ? [] : [run.stdin]), ...files.map((file) => file.blob)];
    const pinned = new Set([...this.#pinned, ...needed.map((blob) => blob.digest)]);
    const frames = needed.flatMap((blob) => this.#blobs.toFrames(blob, pinned));
    const words = { ...run, args: (run.args ?? []).map(this.#paths.toHost) };
    frames.push(toRunFrame({ job: this.#number, index: this.#sent++ }, words, role));
    return frames;
  }
}
