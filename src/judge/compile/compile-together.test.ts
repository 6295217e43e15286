import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../../journal/index.ts";
import { createTestData, type Program } from "../../problem/index.ts";
import { openInteractiveSandbox, openSandbox } from "../../sandbox/index.ts";
import { createJudge, type Judge } from "../index.ts";
import { findCppToolchain } from "../cpp-toolchain.ts";
import { createSlotPool, type SlotPool } from "../slots.ts";
import type { CompilePlan, GccPlan } from "../toolchain.ts";
import { toBatchCandidate, type BatchCandidate } from "./batch-candidate.ts";
import { canUsePrecompiled, compileLimits } from "./compile-alone.ts";
import { compileTogether } from "./compile-together.ts";
import { createHeaderStore, type PreparedHeaders } from "./prepared-headers.ts";

const corpus = path.join(import.meta.dirname, "..", "..", "..", "test", "programs", "compile");
/** Compiled together, with what each must not see of another. */
const together = [
  "constructor-exits constructors-with-effects static-members template-static-shared global-vectors",
  "own-gcd define-int macros-other missing-return big-bss-untouched",
].flatMap((line) => line.split(" "));
/** Found out by the compiler: an error, or a name that would hide one of the library's. */
const apart = ["clash-count", "syntax-error", "undefined-function"];

let directory: string;
let pool: SlotPool;
let plan: CompilePlan & { readonly gcc: GccPlan };
let headers: PreparedHeaders;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "compile-test-"));
  const options = { cacheDirectory: directory };
  pool = createSlotPool(
    2,
    async (spec) => openSandbox(spec, options),
    async (specs) => openInteractiveSandbox(specs, options),
  );
  const toolchain = await findCppToolchain("cpp20");
  if (toolchain.kind !== "toolchain-found") throw new Error(toolchain.message);
  plan = toolchain.compile as typeof plan;
  const first = await createHeaderStore(directory).prepare(plan.gcc);
  if (first === undefined) throw new Error("no headers were prepared");
  headers = first;
}, 300_000);

afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** Two huge pages, which there may or may not be, and some. */
const mostMemoryDifference = 6 * 1024 ** 2;

const read = async (name: string): Promise<Program> => {
  const fileName = `${name}.cpp`;
  return { language: "cpp20", fileName, source: await readFile(path.join(corpus, fileName), "utf8") };
};

describe("programs compiled together", () => {
  test("use headers that another process may have prepared", async () => {
    expect(await createHeaderStore(directory).find(plan.gcc)).toEqual(headers);
  });

  test("are separate, and those that must be alone are found out", { timeout: 300_000 }, async (context) => {
    const { pluginPath } = headers;
    if (pluginPath === undefined) return context.skip("this compiler loads no plugins");
    const programs = await Promise.all([...together, ...apart].map(read));
    const candidates = programs.map((program) => toBatchCandidate(program, headers) as BatchCandidate);
    expect(candidates.every((candidate) => candidate !== undefined)).toBe(true);
    const job = { plan, headers: { ...headers, pluginPath }, candidates, limits: compileLimits };
    const built = await compileTogether(pool, job);
    expect(built.map((bytes, i) => (bytes === undefined ? programs[i]?.fileName : "built"))).toEqual([
      ...together.map(() => "built"),
      ...apart.map((name) => `${name}.cpp`),
    ]);
  });

  test("say, write and end as each does when compiled alone and plainly", { timeout: 300_000 }, async () => {
    const programs = await Promise.all([...together, ...apart].map(read));
    const plain = await observe(programs, { cacheDirectory: path.join(directory, "plain"), compilesPlainly: true });
    const fast = await observe(programs, { cacheDirectory: directory });
    expect(fast.map(({ seen }) => seen)).toEqual(plain.map(({ seen }) => seen));
    for (const [i, { peakMemoryBytes = 0 }] of fast.entries()) {
      const difference = Math.abs(peakMemoryBytes - (plain[i]?.peakMemoryBytes ?? 0));
      expect(difference, programs[i]?.fileName).toBeLessThan(mostMemoryDifference);
    }
  });
});

async function observe(
  programs: readonly Program[],
  options: { readonly cacheDirectory: string; readonly compilesPlainly?: boolean },
): Promise<readonly { readonly seen: unknown; readonly peakMemoryBytes?: number }[]> {
  await using judge: Judge = await createJudge({ journal: createMemoryJournal(), slots: 2, ...options });
  const limits = { timeLimitMs: 5000, memoryLimitBytes: 256 * 1024 ** 2 };
  const compiled = await Promise.all(programs.map(async (program) => judge.compile(program)));
  return await Promise.all(
    programs.map(async (program, i) => {
      const outcome = compiled[i];
      if (outcome?.kind !== "compile-ok") return { seen: outcome };
      const [report] = await judge.execute(program, { inputs: [{ stdin: createTestData("5\n3 1 4 1 5\n") }], limits });
      const { cpuTimeMs: _, wallTimeMs: __, peakMemoryBytes, ...rest } = report as NonNullable<typeof report>;
      return { seen: rest, peakMemoryBytes };
    }),
  );
}

describe("precompiled headers", () => {
  test.each([
    ["", true],
    ["// about\n/* more */\n", true],
    ["#define X 1\n", false],
    ['#pragma GCC optimize("O3")\n', false],
    ["#include <vector>\n", false],
  ])("after %j: %s", (before, isUsed) => {
    expect(
      canUsePrecompiled({ language: "cpp20", fileName: "a.cpp", source: `${before}#include <bits/stdc++.h>\n` }),
    ).toBe(isUsed);
  });

  test("are not for a program that adds to namespace std", () => {
    const source = "#include <bits/stdc++.h>\nusing namespace std;\nnamespace std { struct X; }\n";
    expect(canUsePrecompiled({ language: "cpp20", fileName: "a.cpp", source })).toBe(false);
  });
});
