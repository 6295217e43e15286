import type { Json } from "../std/index.ts";

export type RunStatus =
  /** A process works on it. */
  | "running"
  /** Stopped before its end, by a signal or by death; `--resume` goes on. */
  | "interrupted"
  | "finished"
  /** Ended by a fault of ours or of the set-up. */
  | "failed";

/** What the store knows about a run. */
export interface RunRecord {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly status: RunStatus;
  /** For finished runs: the pipeline's own status. */
  readonly outcome?: string | undefined;
  /** 1 + the number of times it was resumed. */
  readonly sessionCount: number;
  readonly ownerPid?: number | undefined;
  readonly toolVersion: string;
  readonly problemPath: string;
  readonly problemDigest: string;
  readonly policyName: string;
  /** For `Store.readSnapshot`: everything the run was started from. */
  readonly snapshotDigest: string;
  readonly config: Json;
  readonly exitCode?: number | undefined;
  readonly result?: Json | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** One effect of a run. */
export interface EffectRecord {
  readonly key: string;
  readonly kind: string;
  readonly label: string;
  readonly status:
    | "done"
    | "failed"
    /** Its attempt has neither outcome nor failure: in flight now, or when its process died. */
    | "open";
  readonly attemptCount: number;
  readonly replayCount: number;
  readonly durationMs?: number | undefined;
  readonly failure?: string | undefined;
}

export interface EffectCounts {
  /** Attempts that gave an outcome. */
  readonly performed: number;
  /** Outcomes read back instead of performed. */
  readonly replayed: number;
  /** Attempts that threw. */
  readonly failed: number;
  /** Attempts of earlier sessions that never ended: what a kill may have made us pay twice. */
  readonly inFlightAtKill: number;
}

/** An event with its place in the run. */
export interface EventRecord {
  readonly number: number;
  readonly session: number;
  readonly atMs: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, Json | undefined>>;
}

/** A row of the table `run`, as a record. `isAlive` says whether the owner still runs. */
export function toRunRecord(row: Readonly<Record<string, unknown>>, isAlive: boolean): RunRecord {
  const status = row["status"] as RunStatus;
  return {
    id: row["id"] as string,
    createdAtMs: Number(row["created_at_ms"]),
    updatedAtMs: Number(row["updated_at_ms"]),
    status: status === "running" && !isAlive ? "interrupted" : status,
    outcome: toOptional(row["outcome"]),
    sessionCount: Number(row["session_count"]),
    ownerPid: row["owner_pid"] === null ? undefined : Number(row["owner_pid"]),
    toolVersion: row["tool_version"] as string,
    problemPath: row["problem_path"] as string,
    problemDigest: row["problem_digest"] as string,
    policyName: row["policy_name"] as string,
    snapshotDigest: row["snapshot_digest"] as string,
    config: parseJson(row["config_json"]) ?? null,
    exitCode: row["exit_code"] === null ? undefined : Number(row["exit_code"]),
    result: parseJson(row["result_json"]),
    error: parseJson(row["error_json"]) as RunRecord["error"],
  };
}

function toOptional(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseJson(value: unknown): Json | undefined {
  return typeof value === "string" ? (JSON.parse(value) as Json) : undefined;
}
