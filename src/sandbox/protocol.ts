import { AppError } from "../std/index.ts";
import type {
  RunEnding,
  RunResult,
  SandboxBlob,
  SandboxFile,
  SandboxRun,
  SandboxSpec,
  SandboxTier,
  Utterance,
} from "./contract.ts";

/** What the helper says; native/protocol.h is the specification of both directions. */
export type HelperMessage =
  | {
      readonly kind: "ready";
      readonly memorySource: "cgroup-v2" | "cgroup-v1" | "rlimit";
      readonly shortfalls: string[];
    }
  | { readonly kind: "fail"; readonly message: string }
  | {
      readonly kind: "result";
      readonly job: number;
      readonly index: number;
      readonly result: RunResult;
      /** Of a joined run's solution. */
      readonly report?: RelayReport;
    };

/** What passed between two joined programs. */
export interface RelayReport {
  readonly endedFirst: "solution" | "interactor";
  readonly sentBytes: { readonly solution: number; readonly interactor: number };
  readonly isTranscriptTruncated: boolean;
  readonly transcript: readonly Utterance[];
}

/** What makes a run half of a joined one; the other half has the same job and index in the other slot. */
export type RunRole =
  | { readonly kind: "alone" }
  | { readonly kind: "solution"; readonly interactorOutputBytes: number; readonly transcriptBytes: number }
  | { readonly kind: "interactor" };

/** Outputs are cut here whatever a run asks for, so that a result fits in one frame. */
const maxOutputBytes = 1024 ** 3;
/** Copied out of the chunk that they came in when smaller than this, so that the chunk can be freed. */
const maxCopiedBytes = 1024 * 1024;
const noDigest = "0".repeat(64);
const killCauses = ["cpu-time", "wall-time", "memory", "output", "cancel"] as const;

/** `directory` is the slot's own on the host, in the tiers that need one. */
export function toSpecFrame(
  spec: SandboxSpec,
  slot: {
    readonly tier: SandboxTier;
    readonly directory?: string | undefined;
    readonly processor?: number | undefined;
  },
): Buffer {
  const out = new FrameWriter("S");
  out
    .u8(slot.tier.charCodeAt(0))
    .u8(spec.allowsProcesses ? 1 : 0)
    .u64(spec.workBytes)
    .strings(spec.readOnlyPaths)
    .string(slot.directory ?? "")
    .u32(slot.processor ?? 0);
  return out.finish();
}

/** The head of a blob's frame; the blob's bytes follow it on the wire as they are. */
export function toBlobHead(blob: SandboxBlob): Buffer {
  return new FrameWriter("B").digest(blob.digest).finish(blob.bytes.byteLength);
}

export function toDropFrame(digest: string): Buffer {
  return new FrameWriter("D").digest(digest).finish();
}

export function toJobFrame(options: {
  readonly job: number;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly SandboxFile[];
  readonly isUrgent: boolean;
}): Buffer {
  const environment = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
  const out = new FrameWriter("J").u32(options.job).strings(options.argv).strings(environment).files(options.files);
  return out.u8(options.isUrgent ? 1 : 0).finish();
}

export function toRunFrame(
  place: { readonly job: number; readonly index: number },
  run: Omit<SandboxRun, "stdin"> & { readonly stdin?: SandboxBlob },
  role: RunRole,
): Buffer {
  const { limits } = run;
  const out = new FrameWriter("X")
    .u32(place.job)
    .u32(place.index)
    .strings(run.args ?? []);
  out.digest(run.stdin?.digest ?? noDigest).files(run.files ?? []);
  out
    .u64(limits.cpuTimeMs * 1e6)
    .u64(limits.wallTimeMs * 1e6)
    .u64(limits.memoryBytes)
    .u64(limits.stackBytes);
  out.u64(Math.min(limits.outputBytes, maxOutputBytes)).u32(limits.processCount);
  out.u8(limits.reservesAddressSpace === true ? 1 : 0).strings(run.collect ?? []);
  if (role.kind === "solution") out.u8(1).u64(role.interactorOutputBytes).u64(role.transcriptBytes);
  else
    out
      .u8(role.kind === "alone" ? 0 : 2)
      .u64(0)
      .u64(0);
  return out.finish();
}

/** Parses one frame without its length. @throws SANDBOX_FAILED when it is not of the protocol */
export function parseMessage(frame: Buffer): HelperMessage {
  const input = new FrameParser(frame);
  const type = String.fromCharCode(input.u8());
  if (type === "r" || type === "i") return parseResult(input, type === "i");
  if (type === "F") return { kind: "fail", message: input.string() };
  if (type !== "R") throw malformed(`a frame of type ${JSON.stringify(type)}`);
  const source = String.fromCharCode(input.u8());
  const memorySource = source === "2" ? "cgroup-v2" : source === "1" ? "cgroup-v1" : "rlimit";
  return { kind: "ready", memorySource, shortfalls: input.list(() => input.string()) };
}

function parseResult(input: FrameParser, hasReport: boolean): HelperMessage {
  const job = input.u32();
  const index = input.u32();
  const ending = input.u8();
  const value = input.u32();
  const [cpuNs, wallNs, peakMemoryBytes] = [input.u64(), input.u64(), input.u64()];
  const isStdoutTruncated = input.u8() !== 0;
  const reason = input.string();
  const stderr = input.bytes();
  const collected = input.list(() => ({ name: input.string(), bytes: input.bytes() }));
  const result: RunResult = {
    ending: toEnding(ending, value, reason),
    cpuTimeMs: cpuNs / 1e6,
    wallTimeMs: wallNs / 1e6,
    peakMemoryBytes,
    stdout: input.bytes(),
    isStdoutTruncated,
    stderr,
    collected,
  };
  return hasReport
    ? { kind: "result", job, index, result, report: parseReport(input) }
    : { kind: "result", job, index, result };
}

function parseReport(input: FrameParser): RelayReport {
  return {
    endedFirst: toSide(input.u8()),
    sentBytes: { solution: input.u64(), interactor: input.u64() },
    isTranscriptTruncated: input.u8() !== 0,
    transcript: input.list(() => ({ from: toSide(input.u8()), bytes: input.bytes() })),
  };
}

function toSide(value: number): "solution" | "interactor" {
  return value === 0 ? "solution" : "interactor";
}

function toEnding(ending: number, value: number, reason: string): RunEnding {
  if (ending === 0) return { kind: "exited", exitCode: value };
  if (ending === 1) return { kind: "signaled", signal: value };
  if (ending === 3) return { kind: "not-started", reason };
  const by = killCauses[value - 1];
  if (ending !== 2 || by === undefined) throw malformed(`ending ${ending} with value ${value}`);
  return { kind: "killed", by };
}

function malformed(what: string): AppError {
  return new AppError({
    code: "SANDBOX_FAILED",
    message: `The sandbox helper was expected to speak its protocol, but sent ${what}; open a new sandbox.`,
    isRetryable: true,
  });
}

/** Cuts a stream of chunks into frames. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;

  /** The frames (without their lengths) that are complete with this chunk. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: Buffer[] = [];
    for (let length = this.#readLength(); length !== undefined; length = this.#readLength()) {
      const all = this.#join();
      frames.push(all.subarray(4, 4 + length));
      this.#chunks = all.length > 4 + length ? [all.subarray(4 + length)] : [];
      this.#size -= 4 + length;
    }
    return frames;
  }

  /** The first frame's length, once all of it is here. */
  #readLength(): number | undefined {
    if (this.#size < 4) return undefined;
    const first = this.#chunks[0];
    const length = (first !== undefined && first.length >= 4 ? first : this.#join()).readUInt32LE(0);
    return this.#size >= 4 + length ? length : undefined;
  }

  #join(): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0] : undefined;
    const joined = all ?? Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }
}

class FrameParser {
  readonly #frame: Buffer;
  #at = 0;

  constructor(frame: Buffer) {
    this.#frame = frame;
  }

  u8(): number {
    return this.#frame.readUInt8(this.#advance(1));
  }
  u32(): number {
    return this.#frame.readUInt32LE(this.#advance(4));
  }
  u64(): number {
    return Number(this.#frame.readBigUInt64LE(this.#advance(8)));
  }
  string(): string {
    const length = this.u32();
    const at = this.#advance(length + 1);
    return this.#frame.toString("utf8", at, at + length);
  }
  bytes(): Uint8Array {
    const length = this.u32();
    const at = this.#advance(length);
    const view = this.#frame.subarray(at, at + length);
    return length < maxCopiedBytes ? new Uint8Array(view) : view;
  }
  list<T>(item: () => T): T[] {
    return Array.from({ length: this.u32() }, item);
  }

  #advance(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#frame.length) throw malformed("a frame shorter than its content");
    this.#at += bytes;
    return at;
  }
}

class FrameWriter {
  #buffer = Buffer.allocUnsafe(512);
  #size = 5;

  constructor(type: string) {
    this.#buffer.write(type, 4, "latin1");
  }

  u8(value: number): this {
    const at = this.#reserve(1);
    this.#buffer.writeUInt8(value, at);
    return this;
  }
  u32(value: number): this {
    const at = this.#reserve(4);
    this.#buffer.writeUInt32LE(value, at);
    return this;
  }
  u64(value: number): this {
    const at = this.#reserve(8);
    this.#buffer.writeBigUInt64LE(BigInt(Math.ceil(value)), at);
    return this;
  }
  digest(hex: string): this {
    const at = this.#reserve(32);
    if (hex.length !== 64 || this.#buffer.write(hex, at, "hex") !== 32) throw invalid("a digest", "64 hex digits", hex);
    return this;
  }
  string(text: string): this {
    if (text.includes("\0")) throw invalid("a string for the sandbox", "no NUL inside", text);
    const length = Buffer.byteLength(text);
    this.u32(length);
    const at = this.#reserve(length + 1);
    this.#buffer.write(text, at, "utf8");
    this.#buffer.writeUInt8(0, at + length);
    return this;
  }
  strings(list: readonly string[]): this {
    this.u32(list.length);
    for (const text of list) this.string(text);
    return this;
  }
  files(list: readonly SandboxFile[]): this {
    this.u32(list.length);
    for (const file of list)
      this.string(file.name)
        .digest(file.blob.digest)
        .u8(file.isExecutable ? 1 : 0);
    return this;
  }
  /** The frame; `following` bytes sent right after it belong to it. */
  finish(following = 0): Buffer {
    this.#buffer.writeUInt32LE(this.#size - 4 + following, 0);
    return this.#buffer.subarray(0, this.#size);
  }

  #reserve(bytes: number): number {
    const at = this.#size;
    this.#size += bytes;
    if (this.#size > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#size));
      this.#buffer.copy(grown);
      this.#buffer = grown;
    }
    return at;
  }
}

function invalid(what: string, expected: string, came: string): AppError {
  return new AppError({
    code: "SANDBOX_JOB_INVALID",
    message: `Expected ${expected} in ${what}, got ${JSON.stringify(came)}.`,
  });
}
