import type { Json } from "../std/index.ts";

/** What an effect is, and the whole input that decides its outcome. */
export interface EffectSpec {
  readonly kind:
    | "model-call"
    | "compile"
    | "judge"
    | "run-programs"
    /** A policy's weights moved. */
    | "learn"
    /** A policy scored text. */
    | "score-text"
    /** Something outside was looked up. */
    | "look-up"
    /** A program was handed in. */
    | "submit";
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

export interface EffectResult<T> {
  readonly outcome: T;
  readonly source: EffectSource;
}

/**
 * The record of a run. An effect's intent is written before it starts and its outcome when it is known,
 * keyed by a digest of `kind` and `input`; an outcome that is known is never performed again in this run.
 * A thrown error is a failure: it is noted and not cached.
 */
export interface Journal {
  /**
   * Returns the recorded outcome, or performs and records it. Equal effects in flight are performed once.
   * The outcome must be plain JSON (optional fields may be undefined); what comes back is its JSON round trip,
   * so that a performed and a replayed outcome are the same value.
   */
  effect<T>(spec: EffectSpec, perform: () => Promise<T>): Promise<EffectResult<T>>;
  event(event: JournalEvent): void;
  /** Stores bytes under their digest and returns the digest. */
  putArtifact(bytes: Uint8Array): string;
  /** The bytes stored under a digest, or undefined. */
  getArtifact(digest: string): Uint8Array | undefined;
  /** Called for each event as it is recorded; returns the unsubscribe function. */
  subscribe(listener: (event: JournalEvent) => void): () => void;
}

/** Where a journal keeps its record. Synchronous: what a call wrote survives the process's death right after it. */
export interface JournalStorage {
  /** The outcome's JSON text, or undefined when none is known. */
  findOutcome(key: string): string | undefined;
  writeIntent(key: string, spec: EffectSpec): void;
  writeOutcome(key: string, outcomeJson: string): void;
  writeFailure(key: string, message: string): void;
  appendEvent(event: JournalEvent): void;
  writeArtifact(digest: string, bytes: Uint8Array): void;
  findArtifact(digest: string): Uint8Array | undefined;
}
