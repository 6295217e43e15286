import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createJournal, type Journal } from "../journal/index.ts";
import { AppError, computeDigest, systemClock, toCanonicalJson, type Clock, type Json } from "../std/index.ts";
import { readOwnOwner } from "./owner.ts";
import { findLiveOwner, listRuns, readCounts, readEffects, readEvents, readRun } from "./read-runs.ts";
import { createRunId } from "./run-id.ts";
import type { EffectCounts, EffectRecord, EventRecord, RunRecord } from "./run-record.ts";
import { createRunStorage, findArtifact, inTransaction } from "./run-storage.ts";
import { migrate } from "./schema.ts";
import { fromSnapshotJson, toSnapshotJson } from "./snapshot.ts";
import { isBusy, storeBoundary } from "./store-boundary.ts";

/** How long a write waits for another process's write. */
const busyTimeoutMs = 10_000;

export interface NewRun {
  readonly problemId: string;
  readonly problemPath: string;
  readonly problemDigest: string;
  readonly policyName: string;
  readonly toolVersion: string;
  readonly config: Json;
  /** Plain data, bytes allowed: all that a resumed run must find unchanged. */
  readonly snapshot: unknown;
}

/** How a session ended. */
export type RunEnding =
  | { readonly status: "finished"; readonly outcome: string; readonly exitCode: number; readonly result: Json }
  | { readonly status: "interrupted"; readonly exitCode: number }
  | {
      readonly status: "failed";
      readonly exitCode: number;
      readonly error: { readonly code: string; readonly message: string };
    };

/** A run that this process owns. */
export interface OwnedRun {
  readonly id: string;
  readonly journal: Journal;
  /** From 1; more when resumed. */
  readonly session: number;
  readCounts(): EffectCounts;
  /** Records the end and gives the run free. */
  end(ending: RunEnding): void;
}

/** All runs of a user: one SQLite database. Every write survives the process's death right after the call. */
export interface Store extends Disposable {
  readonly path: string;
  createRun(run: NewRun): OwnedRun;
  /**
   * Takes a run over for this process, whatever its status.
   *
   * @throws RUN_NOT_FOUND, RUN_AMBIGUOUS, RUN_ALIVE, RUN_VERSION_DIFFERS
   */
  resumeRun(idOrPart: string, options: { readonly toolVersion: string }): OwnedRun;
  /** @throws RUN_NOT_FOUND, RUN_AMBIGUOUS */
  readRun(idOrPart: string): RunRecord;
  listRuns(options?: { readonly limit?: number }): readonly RunRecord[];
  readEffects(runId: string): readonly EffectRecord[];
  readCounts(runId: string): EffectCounts;
  readEvents(runId: string): readonly EventRecord[];
  /** What `createRun` was given as `snapshot`. @throws STORE_FAILED */
  readSnapshot(digest: string): unknown;
}

/**
 * Opens the store in a folder, and makes both when they are not there.
 *
 * @throws STORE_FAILED, STORE_TOO_NEW
 */
export function openStore(directory: string, options: { readonly clock?: Clock } = {}): Store {
  const clock = options.clock ?? systemClock;
  const path = join(directory, "grandsmith.sqlite");
  const database = openDatabase(directory, path);
  const own = (runId: string, session: number) => createOwnedRun({ database, runId, session, clock });

  return {
    path,
    createRun: (run) =>
      own(
        inTransaction(database, "create a run", () => insertRun(database, run, clock.nowMs())),
        1,
      ),
    resumeRun: (idOrPart, { toolVersion }) => {
      const { id } = storeBoundary("read a run", () => readRun(database, idOrPart));
      const session = inTransaction(database, "resume a run", () =>
        claimRun(database, { id, toolVersion, nowMs: clock.nowMs() }),
      );
      return own(id, session);
    },
    readRun: (idOrPart) => storeBoundary("read a run", () => readRun(database, idOrPart)),
    listRuns: ({ limit = 50 } = {}) => storeBoundary("list runs", () => listRuns(database, limit)),
    readEffects: (runId) => storeBoundary("read effects", () => readEffects(database, runId)),
    readCounts: (runId) =>
      storeBoundary("count effects", () => {
        const run = readRun(database, runId);
        return readCounts(database, runId, run.status === "running" ? run.sessionCount : run.sessionCount + 1);
      }),
    readEvents: (runId) => storeBoundary("read events", () => readEvents(database, runId)),
    readSnapshot: (digest) => storeBoundary("read a snapshot", () => readSnapshot(database, digest)),
    [Symbol.dispose]: () => {
      if (database.isOpen) database.close();
    },
  };
}

function openDatabase(directory: string, path: string): DatabaseSync {
  return storeBoundary(`open ${path}`, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    try {
      useWriteAheadLog(database);
      database.exec("PRAGMA synchronous = NORMAL");
      migrate(database, path);
      return database;
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

/** Where others turn a new database to its write-ahead log or write to it, SQLite says at once that it is busy. */
function useWriteAheadLog(database: DatabaseSync): void {
  const pauseMs = 20;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      const mode = database.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
      if (mode !== "wal") database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (cause) {
      if (!isBusy(cause) || waitedMs >= busyTimeoutMs) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function insertRun(database: DatabaseSync, run: NewRun, nowMs: number): string {
  const id = drawRunId(database, run.problemId, nowMs);
  const owner = readOwnOwner();
  const insertArtifact = database.prepare("INSERT INTO artifact (digest, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const putArtifact = (bytes: Uint8Array) => {
    const digest = computeDigest(bytes);
    insertArtifact.run(digest, bytes);
    return digest;
  };
  const snapshot = toCanonicalJson(toSnapshotJson(run.snapshot, putArtifact) ?? null);
  database
    .prepare(
      `INSERT INTO run (id, created_at_ms, updated_at_ms, status, session_count, owner_pid, owner_token, tool_version,
         problem_path, problem_digest, policy_name, snapshot_digest, config_json)
       VALUES (?, ?, ?, 'running', 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      nowMs,
      nowMs,
      owner.pid,
      owner.token,
      run.toolVersion,
      run.problemPath,
      run.problemDigest,
      run.policyName,
      putArtifact(new TextEncoder().encode(snapshot)),
      JSON.stringify(run.config),
    );
  return id;
}

/** Runs of one problem within a minute may draw the same digits: an id that is taken is drawn again. */
function drawRunId(database: DatabaseSync, problemId: string, nowMs: number): string {
  const findRun = database.prepare("SELECT 1 FROM run WHERE id = ?");
  let id = createRunId(nowMs, problemId);
  while (findRun.get(id) !== undefined) id = createRunId(nowMs, problemId);
  return id;
}

function claimRun(
  database: DatabaseSync,
  claim: { readonly id: string; readonly toolVersion: string; readonly nowMs: number },
): number {
  const row = database.prepare("SELECT * FROM run WHERE id = ?").get(claim.id) ?? {};
  const live = findLiveOwner(row);
  if (live !== undefined) {
    throw new AppError({
      code: "RUN_ALIVE",
      message: `run ${claim.id} is being worked on by process ${live.pid}; wait for it, or stop it first`,
      data: { run: claim.id, pid: live.pid },
    });
  }
  if (row["tool_version"] !== claim.toolVersion) {
    throw new AppError({
      code: "RUN_VERSION_DIFFERS",
      message:
        `run ${claim.id} was started by grandsmith ${String(row["tool_version"])}, this is ${claim.toolVersion}; ` +
        "resume it with that version, or start a new run",
      data: { run: claim.id },
    });
  }
  const owner = readOwnOwner();
  database
    .prepare(
      `UPDATE run SET status = 'running', owner_pid = ?, owner_token = ?, session_count = session_count + 1,
         updated_at_ms = ?, exit_code = NULL, outcome = NULL, result_json = NULL, error_json = NULL WHERE id = ?`,
    )
    .run(owner.pid, owner.token, claim.nowMs, claim.id);
  return Number(row["session_count"]) + 1;
}

function createOwnedRun(context: Parameters<typeof createRunStorage>[0]): OwnedRun {
  const { database, runId, session, clock } = context;
  return {
    id: runId,
    session,
    journal: createJournal(createRunStorage(context)),
    readCounts: () => storeBoundary("count effects", () => readCounts(database, runId, session)),
    end: (ending) =>
      inTransaction(database, "end a run", () => {
        database
          .prepare(
            `UPDATE run SET status = ?, outcome = ?, exit_code = ?, result_json = ?, error_json = ?, updated_at_ms = ?,
               owner_pid = NULL, owner_token = NULL WHERE id = ?`,
          )
          .run(
            ending.status,
            ending.status === "finished" ? ending.outcome : null,
            ending.exitCode,
            ending.status === "finished" ? JSON.stringify(ending.result) : null,
            ending.status === "failed" ? JSON.stringify(ending.error) : null,
            clock.nowMs(),
            runId,
          );
      }),
  };
}

function readSnapshot(database: DatabaseSync, digest: string): unknown {
  const readArtifact = (wanted: string) => {
    const bytes = findArtifact(database, wanted);
    if (bytes === undefined) throw new Error(`artifact ${wanted} is missing from the store`);
    return bytes;
  };
  return fromSnapshotJson(JSON.parse(new TextDecoder().decode(readArtifact(digest))) as Json, readArtifact);
}
