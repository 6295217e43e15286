import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import type { Json } from "../std/index.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../testing/index.ts";
import { openStore, type NewRun } from "./index.ts";
import { createRunId } from "./run-id.ts";
import { fromSnapshotJson, toSnapshotJson } from "./snapshot.ts";

const fixture = fileURLToPath(new URL("fixtures/write-until-killed.ts", import.meta.url));
const newRun: NewRun = {
  problemId: "sum",
  problemPath: "problems/sum",
  problemDigest: "0".repeat(64),
  policyName: "desk",
  toolVersion: "0.1.0",
  config: { maxTokens: 5 },
  snapshot: { title: "Sum", image: new Uint8Array([0, 255, 10]), nothing: undefined },
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "grandsmith-store-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("the store", () => {
  it("keeps outcomes, events, artifacts and the snapshot for a later process", async () => {
    const spec = { kind: "judge", label: "judge c1", input: { program: "a" } } as const;
    let id: string;
    let digest: string;
    {
      using store = openStore(directory);
      const run = store.createRun(newRun);
      id = run.id;
      await run.journal.effect(spec, async () => ({ verdict: "accepted" }));
      run.journal.event({ kind: "stage-started", data: { stage: "judge", missing: undefined } });
      digest = run.journal.putArtifact(new Uint8Array([1, 2]));
      run.journal.putArtifact(new Uint8Array([1, 2]));
      run.end({ status: "interrupted", exitCode: 130 });
    }
    using store = openStore(directory);
    const run = store.resumeRun(id, { toolVersion: "0.1.0" });
    const again = await run.journal.effect(spec, () => Promise.reject(new Error("performed twice")));
    expect(again).toEqual({ outcome: { verdict: "accepted" }, source: "replayed" });
    expect(run.journal.getArtifact(digest)).toEqual(new Uint8Array([1, 2]));
    expect(store.readEvents(id)).toMatchObject([{ kind: "stage-started", data: { stage: "judge" }, session: 1 }]);
    expect(store.readRun(id)).toMatchObject({ status: "running", sessionCount: 2, config: { maxTokens: 5 } });
    expect(store.readSnapshot(store.readRun(id).snapshotDigest)).toEqual({
      title: "Sum",
      image: new Uint8Array([0, 255, 10]),
    });
    run.end({ status: "finished", outcome: "solved", exitCode: 0, result: { decision: "submit" } });
    expect(store.readRun(id)).toMatchObject({
      status: "finished",
      outcome: "solved",
      exitCode: 0,
      result: { decision: "submit" },
      ownerPid: undefined,
    });
  });

  it("counts what was performed, replayed and failed", async () => {
    using store = openStore(directory);
    const { journal, readCounts, id } = store.createRun(newRun);
    const spec = { kind: "compile", label: "compile c1", input: 1 } as const;
    await expect(journal.effect(spec, () => Promise.reject(new Error("no compiler")))).rejects.toThrow("no compiler");
    await journal.effect(spec, async () => "ok");
    await journal.effect(spec, async () => "ok");
    expect(readCounts()).toEqual({ performed: 1, replayed: 1, failed: 1, inFlightAtKill: 0 });
    expect(store.readEffects(id)).toMatchObject([
      { label: "compile c1", status: "done", attemptCount: 2, replayCount: 1, failure: "no compiler" },
    ]);
  });

  it.each([1, 3, 7])("loses nothing that it acknowledged when killed after %i effects", async (killAfter) => {
    const first = await runUntil(directory, [], `intent ${killAfter}`);
    const id = first[0]?.slice("run ".length) ?? "";
    using store = openStore(directory);
    expect(store.readRun(id).status).toBe("interrupted");
    expect(store.readCounts(id)).toEqual({ performed: killAfter, replayed: 0, failed: 0, inFlightAtKill: 1 });
    const done = first.filter((line) => line.startsWith("done "));
    expect(done).toHaveLength(killAfter);

    const second = await runUntil(directory, [id], `intent ${killAfter + 2}`);
    const replayed = second.filter((line) => line.includes(" replayed "));
    expect(replayed).toEqual(done.map((line) => line.replace("performed", "replayed")));
    expect(store.readCounts(id)).toEqual({
      performed: killAfter + 2,
      replayed: killAfter,
      failed: 0,
      inFlightAtKill: 2,
    });
    expect(store.readEvents(id).map((event) => event.data["index"])).toEqual([
      ...Array.from({ length: killAfter }, (_, index) => index),
      ...Array.from({ length: killAfter + 2 }, (_, index) => index),
    ]);
    using database = new DatabaseSync(store.path);
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  });

  it("refuses to resume a run whose process is alive, and allows it once that is dead", async () => {
    const child = startWriter(directory, []);
    const id = (await waitForLine(child, "run ")).slice("run ".length);
    using store = openStore(directory);
    expect(() => store.resumeRun(id, { toolVersion: "0.1.0" })).toThrow(
      expect.objectContaining({ code: "RUN_ALIVE", data: { run: id, pid: child.process.pid } }),
    );
    await kill(child);
    expect(store.resumeRun(id, { toolVersion: "0.1.0" }).session).toBe(2);
    expect(() => store.resumeRun(id, { toolVersion: "0.1.0" })).toThrow(expect.objectContaining({ code: "RUN_ALIVE" }));
  });

  it("does not take another process with the same number for the owner", () => {
    using store = openStore(directory);
    const { id } = store.createRun(newRun);
    using database = new DatabaseSync(store.path);
    database.prepare("UPDATE run SET owner_token = 'an earlier boot/1'").run();
    expect(store.readRun(id).status).toBe("interrupted");
    expect(store.resumeRun(id, { toolVersion: "0.1.0" }).session).toBe(2);
  });

  it("refuses to resume a run of another version", () => {
    using store = openStore(directory);
    const run = store.createRun(newRun);
    run.end({ status: "interrupted", exitCode: 130 });
    expect(() => store.resumeRun(run.id, { toolVersion: "0.2.0" })).toThrow(
      expect.objectContaining({ code: "RUN_VERSION_DIFFERS" }),
    );
  });

  it("finds a run by a part of its id that is its own", () => {
    using store = openStore(directory);
    const a = store.createRun(newRun);
    const b = store.createRun({ ...newRun, problemId: "other" });
    expect(store.readRun(a.id.slice(-9)).id).toBe(a.id);
    expect(store.readRun("other").id).toBe(b.id);
    expect(() => store.readRun("20")).toThrow(expect.objectContaining({ code: "RUN_AMBIGUOUS" }));
    expect(() => store.readRun("nothing")).toThrow(expect.objectContaining({ code: "RUN_NOT_FOUND" }));
    expect(() => store.readRun("")).toThrow(expect.objectContaining({ code: "RUN_NOT_FOUND" }));
    expect(store.listRuns().map((run) => run.id)).toContain(a.id);
    expect(store.listRuns({ limit: 1 })).toHaveLength(1);
  });

  it("gives each run an id of its own, however many begin within a minute", () => {
    using store = openStore(directory, { clock: createManualClock(Date.UTC(2026, 10, 30)) });
    // Among so many draws of four digits some are equal but for one chance in ten million.
    const ids = Array.from({ length: 1500 }, () => store.createRun(newRun).id);
    expect(new Set(ids).size).toBe(1500);
  });

  it("refuses a database of a newer version and leaves it as it is", () => {
    openStore(directory)[Symbol.dispose]();
    {
      using database = new DatabaseSync(join(directory, "grandsmith.sqlite"));
      database.exec("PRAGMA user_version = 99");
    }
    expect(() => openStore(directory)).toThrow(expect.objectContaining({ code: "STORE_TOO_NEW" }));
  });

  it("says what it could not do when the folder cannot be made", () => {
    expect(() => openStore("/dev/null/state")).toThrow(
      expect.objectContaining({ code: "STORE_FAILED", message: expect.stringContaining("/dev/null/state") }),
    );
  });

  it("waits where another process holds a new database", async () => {
    const path = join(directory, "grandsmith.sqlite");
    const holding = `
      const { DatabaseSync } = require("node:sqlite");
      const { parentPort, workerData } = require("node:worker_threads");
      const database = new DatabaseSync(workerData);
      database.exec("CREATE TABLE other (value); BEGIN IMMEDIATE");
      parentPort.postMessage("held");
      setTimeout(() => database.exec("COMMIT"), 300);
    `;
    const holder = new Worker(holding, { eval: true, workerData: path });
    const ended = once(holder, "exit");
    await once(holder, "message");
    using store = openStore(directory);
    expect(store.listRuns()).toEqual([]);
    await ended;
  });

  it("serves two processes' runs at once", async () => {
    const children = [startWriter(directory, []), startWriter(directory, [])];
    await Promise.all(children.map((child) => waitForLine(child, "done 20 ")));
    await Promise.all(children.map(kill));
    using store = openStore(directory);
    for (const run of store.listRuns()) expect(store.readCounts(run.id).performed).toBeGreaterThanOrEqual(21);
    expect(store.listRuns()).toHaveLength(2);
  });
});

describe("a run's id", () => {
  it("says when and what, and is safe as a file name", () => {
    expect(createRunId(Date.UTC(2026, 10, 30, 9, 12), "aplusb")).toMatch(/^20261130-0912-aplusb-[0-9a-f]{4}$/);
    expect(createRunId(0, "../../Ünï")).toMatch(/^19700101-0000-n-[0-9a-f]{4}$/);
    expect(createRunId(0, "…")).toMatch(/^19700101-0000-problem-[0-9a-f]{4}$/);
  });
});

describe("a snapshot", () => {
  it("gives back what it was made of", () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.uint8Array({ maxLength: 8 }));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(leaf, fc.array(tie("tree")), fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie("tree"))),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const artifacts = new Map<string, Uint8Array>();
        const json = toSnapshotJson(value, (bytes) => {
          artifacts.set(Buffer.from(bytes).toString("hex"), bytes);
          return Buffer.from(bytes).toString("hex");
        });
        const back = fromSnapshotJson(
          JSON.parse(JSON.stringify(json)) as Json,
          (digest) => artifacts.get(digest) ?? fail(),
        );
        expect(back).toEqual(normalise(value));
      }),
    );
  });
});

interface Writer {
  readonly process: ReturnType<typeof spawn>;
  readonly lines: string[];
  readonly waiting: Set<(line: string) => void>;
}

function startWriter(storeDirectory: string, args: readonly string[]): Writer {
  const child = spawn(process.execPath, [fixture, storeDirectory, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const writer: Writer = { process: child, lines: [], waiting: new Set() };
  createInterface({ input: child.stdout }).on("line", (line) => {
    writer.lines.push(line);
    for (const check of writer.waiting) check(line);
  });
  return writer;
}

function waitForLine(writer: Writer, prefix: string): Promise<string> {
  const known = writer.lines.find((line) => line.startsWith(prefix));
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const check = (line: string) => {
      if (!line.startsWith(prefix)) return;
      writer.waiting.delete(check);
      resolve(line);
    };
    writer.waiting.add(check);
    writer.process.once("exit", () => reject(new Error(`ended before ${prefix}`)));
  });
}

async function kill(writer: Writer): Promise<void> {
  const ended = new Promise((resolve) => writer.process.once("close", resolve));
  writer.process.kill("SIGKILL");
  await ended;
}

/** Stops the writer inside the effect that printed `lastLine`: its `perform` never returns. */
async function runUntil(storeDirectory: string, args: readonly string[], lastLine: string): Promise<string[]> {
  const writer = startWriter(storeDirectory, [...args, "--", lastLine]);
  await waitForLine(writer, lastLine);
  await kill(writer);
  return writer.lines;
}

function normalise(value: unknown): unknown {
  return value instanceof Uint8Array
    ? value
    : Array.isArray(value)
      ? value.map(normalise)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalise(item)]))
        : value;
}

function fail(): never {
  throw new Error("an artifact is missing");
}
