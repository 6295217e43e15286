import type { DatabaseSync } from "node:sqlite";
import type { JournalStorage } from "../journal/index.ts";
import type { Clock } from "../std/index.ts";
import { rollBack, storeBoundary } from "./store-boundary.ts";

/** One session of a run: a process that works on it. */
export interface RunSession {
  readonly database: DatabaseSync;
  readonly runId: string;
  /** From 1. */
  readonly session: number;
  readonly clock: Clock;
}

/** The journal's storage of one run. Each write is its own transaction, finished when the call returns. */
export function createRunStorage(context: RunSession): JournalStorage {
  const { database, runId, session, clock } = context;
  const statements = prepare(database);
  let eventNumber = Number(statements.lastEvent.get(runId)?.["number"] ?? 0);

  const endAttempt = (key: string, failure: string | null) =>
    statements.endAttempt.run(clock.nowMs(), failure, runId, key, session);

  return {
    findOutcome: (key) =>
      storeBoundary("read an outcome", () => {
        const row = statements.findOutcome.get(runId, key);
        const outcome = row?.["outcome_json"];
        if (typeof outcome !== "string") return undefined;
        statements.countReplay.run(runId, key);
        return outcome;
      }),
    writeIntent: (key, spec) =>
      inTransaction(database, "write an intent", () => {
        statements.writeIntent.run(runId, key, spec.kind, spec.label, JSON.stringify(spec.input));
        statements.startAttempt.run(runId, key, runId, key, session, clock.nowMs());
      }),
    writeOutcome: (key, outcomeJson) =>
      inTransaction(database, "write an outcome", () => {
        statements.writeOutcome.run(outcomeJson, runId, key);
        endAttempt(key, null);
      }),
    writeFailure: (key, message) => inTransaction(database, "write a failure", () => void endAttempt(key, message)),
    appendEvent: (event) =>
      storeBoundary("write an event", () => {
        eventNumber += 1;
        statements.appendEvent.run(runId, eventNumber, session, clock.nowMs(), event.kind, JSON.stringify(event.data));
      }),
    writeArtifact: (digest, bytes) =>
      storeBoundary("write an artifact", () => void statements.writeArtifact.run(digest, bytes)),
    findArtifact: (digest) => storeBoundary("read an artifact", () => findArtifact(database, digest)),
  };
}

/** The bytes stored under a digest, shared by all runs. */
export function findArtifact(database: DatabaseSync, digest: string): Uint8Array | undefined {
  const row = database.prepare("SELECT bytes FROM artifact WHERE digest = ?").get(digest);
  return row?.["bytes"] as Uint8Array | undefined;
}

/** Runs `action` in one write transaction. @throws STORE_FAILED */
export function inTransaction<T>(database: DatabaseSync, what: string, action: () => T): T {
  return storeBoundary(what, () => {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = action();
      database.exec("COMMIT");
      return result;
    } catch (cause) {
      rollBack(database);
      throw cause;
    }
  });
}

function prepare(database: DatabaseSync) {
  return {
    findOutcome: database.prepare("SELECT outcome_json FROM effect WHERE run_id = ? AND key = ?"),
    countReplay: database.prepare("UPDATE effect SET replay_count = replay_count + 1 WHERE run_id = ? AND key = ?"),
    writeIntent: database.prepare(
      "INSERT INTO effect (run_id, key, kind, label, input_json) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    startAttempt: database.prepare(
      `INSERT INTO attempt (run_id, key, number, session, started_at_ms)
       VALUES (?, ?, (SELECT count(*) + 1 FROM attempt WHERE run_id = ? AND key = ?), ?, ?)`,
    ),
    endAttempt: database.prepare(
      `UPDATE attempt SET ended_at_ms = ?, failure = ?
       WHERE run_id = ? AND key = ? AND session = ? AND ended_at_ms IS NULL`,
    ),
    writeOutcome: database.prepare("UPDATE effect SET outcome_json = ? WHERE run_id = ? AND key = ?"),
    lastEvent: database.prepare("SELECT max(number) AS number FROM event WHERE run_id = ?"),
    appendEvent: database.prepare(
      "INSERT INTO event (run_id, number, session, at_ms, kind, data_json) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    writeArtifact: database.prepare("INSERT INTO artifact (digest, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING"),
  };
}
