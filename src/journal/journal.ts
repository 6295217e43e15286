import type { Json } from "../std/index.ts";

/** What an effect is, and the whole input that decides its outcome. */
export interface EffectSpec {
  readonly kind: "model-call" | "compile" | "judge" | "run-programs";
  /** For people: one line, e.g. `solver sample 2 of round 1`. Not part of the key. */
  readonly label: string;
  /** Everything that the outcome depends on, tool versions included. Large inputs as digests. */
  readonly input: Json;
}

/** Something that happened, for the live view, the report and the audit trail. Events are not replayed. */
export interface JournalEvent {
  /** noun-verb, e.g. `candidate-judged`. */
  readonly kind: string;
  readonly data: { readonly [key: string]: Json | undefined };
}

/** How an effect's outcome came about. */
export type EffectSource = "performed" | "replayed";

/**
 * The record of a run. An effect's intent is written before it starts and its outcome when it is known,
 * keyed by a digest of `kind` and `input`; an outcome that is known is never performed again in this run.
 * A thrown error is a failure: it is noted and not cached.
 */
export interface Journal {
  /** Returns the recorded outcome, or performs and records it. Equal effects in flight are performed once. */
  effect<T extends Json>(
    spec: EffectSpec,
    perform: () => Promise<T>,
  ): Promise<{ readonly outcome: T; readonly source: EffectSource }>;
  event(event: JournalEvent): void;
  /** Stores bytes under their digest and returns the digest. */
  putArtifact(bytes: Uint8Array): string;
  /** The bytes stored under a digest, or undefined. */
  getArtifact(digest: string): Uint8Array | undefined;
  /** Called for each event as it is recorded; returns the unsubscribe function. */
  subscribe(listener: (event: JournalEvent) => void): () => void;
}
