import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { inTransaction } from "./run-storage.ts";

it("a full disk is told as such, although it rolls the transaction back by itself", () => {
  using database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t (bytes BLOB); PRAGMA max_page_count = 10");
  const fill = () => inTransaction(database, "write", () => database.exec("INSERT INTO t VALUES (zeroblob(1000000))"));
  expect(fill).toThrow(expect.objectContaining({ code: "STORE_FAILED", message: expect.stringMatching(/full/) }));
  expect(database.isTransaction).toBe(false);
  expect(inTransaction(database, "read", () => database.prepare("SELECT count(*) AS n FROM t").get())).toEqual({
    n: 0,
  });
});
