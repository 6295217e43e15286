import type { DatabaseSync } from "node:sqlite";
import { AppError, toMessage } from "../std/index.ts";

/** Runs a synchronous piece of storage work; what it throws becomes STORE_FAILED. */
export function storeBoundary<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (AppError.is(cause)) throw cause;
    throw new AppError({
      code: "STORE_FAILED",
      message: `could not ${what}: ${toMessage(cause)}; check free space and permissions of the state folder, or set GRANDSMITH_HOME to another`,
      cause,
    });
  }
}

/** A full disk rolls a transaction back by itself; that there is none any more must not hide why. */
export function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) database.exec("ROLLBACK");
}

const busyCode = 5;

/** Whether SQLite gave up since another process holds the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === busyCode;
}
