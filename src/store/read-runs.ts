import type { DatabaseSync } from "node:sqlite";
import { AppError, type Json } from "../std/index.ts";
import { isOwnerAlive, type Owner } from "./owner.ts";
import { toRunRecord, type EffectCounts, type EffectRecord, type EventRecord, type RunRecord } from "./run-record.ts";

/**
 * A run by its id, or by a part of it that only one run has.
 *
 * @throws RUN_NOT_FOUND, RUN_AMBIGUOUS
 */
export function readRun(database: DatabaseSync, idOrPart: string): RunRecord {
  const rows = database.prepare("SELECT * FROM run WHERE id = ?").all(idOrPart);
  const matches =
    rows.length > 0
      ? rows
      : database.prepare("SELECT * FROM run WHERE instr(id, ?) > 0 ORDER BY created_at_ms DESC").all(idOrPart);
  const [match, second] = matches;
  if (match === undefined || idOrPart === "") {
    throw new AppError({
      code: "RUN_NOT_FOUND",
      message: `no run is called ${JSON.stringify(idOrPart)}; \`grandsmith runs\` lists them`,
      data: { run: idOrPart },
    });
  }
  if (second !== undefined) {
    const ids = matches.slice(0, 3).map((row) => String(row["id"]));
    throw new AppError({
      code: "RUN_AMBIGUOUS",
      message: `${matches.length} runs have ${JSON.stringify(idOrPart)} in their id (${ids.join(", ")}…); give more of it`,
      data: { run: idOrPart, ids },
    });
  }
  return toRunRecord(match, isRowAlive(match));
}

/** Newest first. */
export function listRuns(database: DatabaseSync, limit: number): readonly RunRecord[] {
  const rows = database.prepare("SELECT * FROM run ORDER BY created_at_ms DESC, id DESC LIMIT ?").all(limit);
  return rows.map((row) => toRunRecord(row, isRowAlive(row)));
}

/** The live owner of a run, if there is one. */
export function findLiveOwner(row: Readonly<Record<string, unknown>>): Owner | undefined {
  if (row["status"] !== "running" || row["owner_pid"] === null) return undefined;
  const owner = { pid: Number(row["owner_pid"]), token: String(row["owner_token"]) };
  return isOwnerAlive(owner) ? owner : undefined;
}

/** In order of first attempt. */
export function readEffects(database: DatabaseSync, runId: string): readonly EffectRecord[] {
  const rows = database
    .prepare(
      `SELECT effect.key, kind, label, replay_count, outcome_json IS NOT NULL AS is_done,
         count(attempt.number) AS attempts, min(started_at_ms) AS first_ms,
         max(ended_at_ms IS NULL) AS is_open, sum(ended_at_ms - started_at_ms) AS duration_ms,
         (SELECT failure FROM attempt AS last WHERE last.run_id = effect.run_id AND last.key = effect.key
            AND failure IS NOT NULL ORDER BY number DESC LIMIT 1) AS failure
       FROM effect LEFT JOIN attempt ON attempt.run_id = effect.run_id AND attempt.key = effect.key
       WHERE effect.run_id = ? GROUP BY effect.key ORDER BY first_ms, label`,
    )
    .all(runId);
  return rows.map((row) => ({
    key: String(row["key"]),
    kind: String(row["kind"]),
    label: String(row["label"]),
    status: row["is_done"] === 1 ? "done" : row["is_open"] === 1 ? "open" : "failed",
    attemptCount: Number(row["attempts"]),
    replayCount: Number(row["replay_count"]),
    durationMs: row["duration_ms"] === null ? undefined : Number(row["duration_ms"]),
    failure: row["failure"] === null ? undefined : String(row["failure"]),
  }));
}

/** @param session the current session, whose open attempts are not counted as killed. */
export function readCounts(database: DatabaseSync, runId: string, session: number): EffectCounts {
  const attempts = database
    .prepare(
      `SELECT count(*) FILTER (WHERE ended_at_ms IS NOT NULL AND failure IS NULL) AS performed,
         count(*) FILTER (WHERE failure IS NOT NULL) AS failed,
         count(*) FILTER (WHERE ended_at_ms IS NULL AND session < ?) AS killed
       FROM attempt WHERE run_id = ?`,
    )
    .get(session, runId);
  const replays = database.prepare("SELECT sum(replay_count) AS replayed FROM effect WHERE run_id = ?").get(runId);
  return {
    performed: Number(attempts?.["performed"]),
    replayed: Number(replays?.["replayed"]),
    failed: Number(attempts?.["failed"]),
    inFlightAtKill: Number(attempts?.["killed"]),
  };
}

/** In order. */
export function readEvents(database: DatabaseSync, runId: string): readonly EventRecord[] {
  const rows = database.prepare("SELECT * FROM event WHERE run_id = ? ORDER BY number").all(runId);
  return rows.map((row) => ({
    number: Number(row["number"]),
    session: Number(row["session"]),
    atMs: Number(row["at_ms"]),
    kind: String(row["kind"]),
    data: JSON.parse(String(row["data_json"])) as Record<string, Json | undefined>,
  }));
}

function isRowAlive(row: Readonly<Record<string, unknown>>): boolean {
  return findLiveOwner(row) !== undefined;
}
