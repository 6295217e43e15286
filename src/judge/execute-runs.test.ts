import { describe, expect, test } from "vitest";
import { createTestData } from "../problem/index.ts";
import type { RunResult, Sandbox, SandboxFacts, SandboxRun } from "../sandbox/index.ts";
import { AppError } from "../std/index.ts";
import { executeRuns, type ProgramJob } from "./execute-runs.ts";
import { createSlotPool, type SlotPool } from "./slots.ts";

const facts: SandboxFacts = { tier: "R", memorySource: "cgroup-v2", shortfalls: [] };
const megabyte = 1024 * 1024;

/** What a scripted sandbox does at each attempt of a run; the last entry repeats. `died`: the helper is gone. */
type Script = Readonly<Record<string, readonly (Partial<RunResult> | "died")[]>>;

interface Log {
  readonly runs: string[];
  readonly memoryBytes: number[];
  openCount: number;
  mostAtOnce: number;
}

function createScriptedPool(script: Script, slots: number): { readonly pool: SlotPool; readonly log: Log } {
  const log: Log = { runs: [], memoryBytes: [], openCount: 0, mostAtOnce: 0 };
  const attempts = new Map<string, number>();
  let running = 0;
  const next = (run: SandboxRun): RunResult => {
    const name = Buffer.from(run.stdin.bytes).toString();
    const attempt = attempts.get(name) ?? 0;
    attempts.set(name, attempt + 1);
    log.runs.push(`${name}@${run.limits.wallTimeMs}`);
    log.memoryBytes.push(run.limits.memoryBytes);
    const steps = script[name] ?? [{}];
    const step = steps[Math.min(attempt, steps.length - 1)] ?? {};
    if (step === "died") throw new AppError({ code: "SANDBOX_FAILED", message: "the helper died" });
    return { ...cleanResult, ...step };
  };
  const open = (): Sandbox => ({
    facts,
    async run(job, options) {
      running++;
      log.mostAtOnce = Math.max(log.mostAtOnce, running);
      try {
        const results: RunResult[] = [];
        for (const [i, run] of job.runs.entries()) {
          await Promise.resolve();
          const result = next(run);
          results.push(result);
          if ((await options?.onResult?.(i, result)) === "stop") break;
        }
        return results;
      } finally {
        running--;
      }
    },
    [Symbol.asyncDispose]: async () => {},
  });
  const pool = createSlotPool(slots, async () => {
    log.openCount++;
    return open();
  });
  return { pool, log };
}

const cleanResult: RunResult = {
  ending: { kind: "exited", exitCode: 0 },
  cpuTimeMs: 1,
  wallTimeMs: 1,
  peakMemoryBytes: 1000,
  stdout: new Uint8Array(),
  isStdoutTruncated: false,
  stderr: new Uint8Array(),
  collected: [],
};
const idle: Partial<RunResult> = { ending: { kind: "killed", by: "wall-time" }, cpuTimeMs: 1, wallTimeMs: 3000 };

function createJob(names: readonly string[]): ProgramJob {
  return {
    built: {
      programDigest: "",
      plan: { argv: ["/box/program"], env: {}, readOnlyPaths: [], fileName: "program", startUpAllowanceMs: 0 },
      file: { name: "program", blob: createTestData(""), isExecutable: true },
    },
    runs: names.map((name) => ({ stdin: createTestData(name), outputBytes: megabyte })),
    limits: { timeLimitMs: 1000, memoryBytes: megabyte, stackBytes: megabyte },
    workBytes: 0,
  };
}

async function execute(
  script: Script,
  names: readonly string[],
  how: {
    readonly stops?: boolean;
    readonly pool?: { readonly pool: SlotPool; readonly log: Log };
    readonly memorySource?: SandboxFacts["memorySource"];
  } = {},
): Promise<{ readonly verdicts: readonly string[]; readonly log: Log }> {
  const { pool, log } = how.pool ?? createScriptedPool(script, 1);
  const verdicts: string[] = names.map(() => "skipped");
  const { memorySource = facts.memorySource } = how;
  await executeRuns({ pool, facts: { ...facts, memorySource } }, createJob(names), {
    isOrdered: how.stops ?? false,
    onOutcome: (index, outcome) => {
      verdicts[index] = outcome.verdict;
      return how.stops === true && outcome.verdict !== "accepted" ? "stop" : "continue";
    },
  });
  return { verdicts, log };
}

describe("executeRuns", () => {
  test("CPU time slightly over the limit counts only when it happens again alone", async () => {
    const over = { cpuTimeMs: 1100 };
    const { verdicts, log } = await execute({ a: [over, { cpuTimeMs: 900 }], b: [over, over] }, ["a", "b", "c"]);
    expect(verdicts).toEqual(["accepted", "time-limit-exceeded", "accepted"]);
    expect(log.runs.map((run) => run[0])).toEqual(["a", "b", "c", "a", "b"]);
  });

  test("a program stopped far over the limit is not run again", async () => {
    const { verdicts, log } = await execute({ a: [{ ending: { kind: "killed", by: "cpu-time" }, cpuTimeMs: 1505 }] }, [
      "a",
    ]);
    expect(verdicts).toEqual(["time-limit-exceeded"]);
    expect(log.runs).toHaveLength(1);
  });

  test("wall time that ran out on a busy machine is no idleness when the program ends alone, with more of it", async () => {
    const starved: Partial<RunResult> = { ...idle, cpuTimeMs: 500 };
    const { verdicts, log } = await execute({ a: [starved, { cpuTimeMs: 700 }] }, ["a"]);
    expect(verdicts).toEqual(["accepted"]);
    expect(log.runs).toEqual(["a@3000", "a@13500"]);
  });

  test("idleness is confirmed once for a program, then believed", async () => {
    const { verdicts, log } = await execute({ a: [idle], b: [idle], c: [idle] }, ["a", "b", "c"], { stops: false });
    expect(verdicts).toEqual(Array(3).fill("idleness-limit-exceeded"));
    expect(log.runs.map((run) => run[0])).toEqual(["a", "a", "b", "c"]);
    const ordered = await execute({ b: [idle] }, ["a", "b", "c"], { stops: true });
    expect(ordered.verdicts).toEqual(["accepted", "idleness-limit-exceeded", "skipped"]);
    expect(ordered.log.runs.map((run) => run[0])).toEqual(["a", "b", "b"]);
  });

  test("stopping at the first failure goes on behind a doubt that was cleared", async () => {
    const { verdicts } = await execute(
      { b: [{ cpuTimeMs: 1100 }, {}], d: [{ peakMemoryBytes: 2 * megabyte }] },
      ["a", "b", "c", "d", "e"],
      {
        stops: true,
      },
    );
    expect(verdicts).toEqual(["accepted", "accepted", "accepted", "memory-limit-exceeded", "skipped"]);
  });

  test("a failure where an allocation may have been refused counts for what it takes with more address space", async () => {
    const crash: Partial<RunResult> = { ending: { kind: "signaled", signal: 11 } };
    const script = { a: [crash, { ...crash, peakMemoryBytes: 2 * megabyte }], b: [crash], c: [crash, {}] };
    const limited = await execute(script, ["a", "b", "c", "d"], { memorySource: "rlimit" });
    expect(limited.verdicts).toEqual(["memory-limit-exceeded", "runtime-error", "accepted", "accepted"]);
    expect(limited.log.memoryBytes).toEqual([1, 1, 1, 1, 4, 4, 4].map((factor) => factor * megabyte));
    const ordered = await execute(script, ["c", "b", "d"], { memorySource: "rlimit", stops: true });
    expect(ordered.verdicts).toEqual(["accepted", "runtime-error", "skipped"]);
    expect((await execute(script, ["a", "b"])).log.runs).toHaveLength(2);
  });

  test("a run alone has every slot to itself", async () => {
    const shared = createScriptedPool({ x: [{ cpuTimeMs: 1100 }] }, 3);
    const jobs = Array.from({ length: 6 }, async () => execute({}, ["x"], { pool: shared }));
    await Promise.all(jobs);
    expect(shared.log.mostAtOnce).toBe(3);
    const times: number[] = [];
    await Promise.all([
      ...Array.from({ length: 5 }, async () => shared.pool.use({ spec }, async () => void times.push(1))),
      shared.pool.use({ spec, isAlone: true }, async () => {
        const before = times.length;
        await Promise.resolve();
        expect(times).toHaveLength(before);
      }),
    ]);
    expect(times).toHaveLength(5);
  });

  test("a sandbox that died is replaced once and what it had answered is kept", async () => {
    const { verdicts, log } = await execute({ b: ["died", {}] }, ["a", "b", "c"]);
    expect(verdicts).toEqual(["accepted", "accepted", "accepted"]);
    expect(log.runs.map((run) => run[0])).toEqual(["a", "b", "b", "c"]);
    expect(log.openCount).toBe(2);
  });

  test("a sandbox that dies again leaves the rest to no verdict on the program", async () => {
    const { verdicts } = await execute({ b: ["died"] }, ["a", "b", "c"]);
    expect(verdicts).toEqual(["accepted", "judge-failed", "judge-failed"]);
    expect((await execute({ b: ["died"] }, ["a", "b", "c"], { stops: true })).verdicts).toEqual([
      "accepted",
      "judge-failed",
      "skipped",
    ]);
  });

  test("many big outputs are not held at once: the job is cut and continued", async () => {
    const big = { stdout: new Uint8Array(50 * megabyte) };
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const { verdicts, log } = await execute(Object.fromEntries(names.map((name) => [name, [big]])), names);
    expect(verdicts).toEqual(names.map(() => "accepted"));
    expect(log.runs.map((run) => run[0])).toEqual(names);
  });
});

const spec = { readOnlyPaths: [], workBytes: 0, allowsProcesses: false };

describe("the slot pool", () => {
  test("a waiting caller that gives up leaves the queue, and a closed pool takes no work", async () => {
    const { pool } = createScriptedPool({}, 1);
    const gate = Promise.withResolvers<void>();
    const holding = pool.use({ spec }, async () => gate.promise);
    const abort = new AbortController();
    const waiting = pool.use({ spec, signal: abort.signal }, async () => "ran");
    abort.abort(new Error("changed my mind"));
    await expect(waiting).rejects.toThrow("changed my mind");
    gate.resolve();
    await holding;
    expect(await pool.use({ spec }, async () => "next")).toBe("next");
    await pool[Symbol.asyncDispose]();
    await expect(pool.use({ spec }, async () => "late")).rejects.toMatchObject({ code: "JUDGE_CLOSED" });
  });
});
