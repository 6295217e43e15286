import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../std/index.ts";
import { rollBack } from "./store-boundary.ts";

/** One step for each version of the database, oldest first; a landed step is never edited. */
const migrations: readonly string[] = [
  `
  CREATE TABLE run (
    id TEXT PRIMARY KEY,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'interrupted', 'finished', 'failed')),
    outcome TEXT,
    session_count INTEGER NOT NULL,
    owner_pid INTEGER,
    owner_token TEXT,
    tool_version TEXT NOT NULL,
    problem_path TEXT NOT NULL,
    problem_digest TEXT NOT NULL,
    policy_name TEXT NOT NULL,
    snapshot_digest TEXT NOT NULL,
    config_json TEXT NOT NULL,
    exit_code INTEGER,
    result_json TEXT,
    error_json TEXT
  ) STRICT;
  CREATE INDEX run_by_time ON run (created_at_ms);

  CREATE TABLE effect (
    run_id TEXT NOT NULL REFERENCES run (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    input_json TEXT NOT NULL,
    outcome_json TEXT,
    replay_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attempt (
    run_id TEXT NOT NULL,
    key TEXT NOT NULL,
    number INTEGER NOT NULL,
    session INTEGER NOT NULL,
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    failure TEXT,
    PRIMARY KEY (run_id, key, number),
    FOREIGN KEY (run_id, key) REFERENCES effect (run_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE event (
    run_id TEXT NOT NULL REFERENCES run (id),
    number INTEGER NOT NULL,
    session INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data_json TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE artifact (
    digest TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;
  `,
];

/** The version that this program reads and writes. */
const schemaVersion = migrations.length;

/**
 * Brings a database to `schemaVersion`, in one transaction.
 *
 * @throws STORE_TOO_NEW
 */
export function migrate(database: DatabaseSync, path: string): void {
  if (readVersion(database) === schemaVersion) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = readVersion(database);
    if (version > schemaVersion) {
      throw new AppError({
        code: "STORE_TOO_NEW",
        message:
          `${path} has version ${version}, this grandsmith reads up to ${schemaVersion}; ` +
          "use the newer grandsmith that wrote it, or set GRANDSMITH_HOME to another folder",
        data: { path, version, schemaVersion },
      });
    }
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    database.exec("COMMIT");
  } catch (cause) {
    rollBack(database);
    throw cause;
  }
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}
