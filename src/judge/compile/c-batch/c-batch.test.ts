import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../../../journal/index.ts";
import { createTestData, type Program } from "../../../problem/index.ts";
import { openInteractiveSandbox, openSandbox } from "../../../sandbox/index.ts";
import { createCompileCache } from "../../compile-cache.ts";
import { createJudge } from "../../index.ts";
import { findToolchain } from "../../languages.ts";
import { createSlotPool, type SlotPool } from "../../slots.ts";
import { createCBatchCompiler } from "./c-batch-compiler.ts";

const corpus = path.join(import.meta.dirname, "..", "..", "..", "..", "test", "programs", "compile-c");

/** What cannot be told to mean the same among others. */
const alone = [
  "assembly assertion bare-return begins-with-body by-thread conditionals constructor define-first extern-variable",
  "function-name header-in-the-middle line-numbers macro-hides-function macro-of-header missing-math-header",
  "missing-string-header no-headers old-parameters overrides-library own-builtin own-pow paste pragma stringify",
  "tag-of-header void-main",
].flatMap((line) => line.split(" "));
/** What does not compile, or link, by itself. */
const faulty = [
  "cpp-program empty ends-unfinished ends-with-declaration ends-with-prototype ends-with-struct missing-header-file",
  "no-main not-a-program overclosed own-pow-with-header own-y1 redefinition syntax-error tag-of-header-used two-mains",
  "type-error unclosed undeclared undefined-function undefined-function-uncalled uses-what-others-declare",
].flatMap((line) => line.split(" "));

let directory: string;
let pool: SlotPool;
let programs: readonly Program[];

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "c-batch-test-"));
  const options = { cacheDirectory: directory };
  pool = createSlotPool(
    1,
    async (spec) => openSandbox(spec, options),
    async (specs) => openInteractiveSandbox(specs, options),
  );
  const names = (await readdir(corpus)).toSorted();
  programs = await Promise.all(
    names.map(async (fileName): Promise<Program> => {
      const source = await readFile(path.join(corpus, fileName), "utf8");
      return { language: "c", fileName, source };
    }),
  );
}, 60_000);

afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** Two huge pages, which there may or may not be, and some. */
const mostMemoryDifference = 6 * 1024 ** 2;

const toName = ({ fileName }: Program): string => fileName.replace(/\.c$/, "");

describe.skipIf(process.arch !== "x64")("C programs compiled together", () => {
  test("are all that compile and whose text means the same among others", { timeout: 120_000 }, async () => {
    const toolchain = await findToolchain("c");
    if (toolchain.kind !== "toolchain-found") throw new Error(toolchain.message);
    const cache = createCompileCache({ directory: path.join(directory, "images"), maxBytes: 1e9 });
    const built = await createCBatchCompiler(pool, cache).compile(programs, { toolchain });
    const left = programs.filter((_, i) => built[i]?.kind !== "program-placed").map(toName);
    expect(left.toSorted()).toEqual([...alone, ...faulty].toSorted());
  });

  test("say, write and end as each does when compiled alone", { timeout: 300_000 }, async () => {
    const compared = programs.filter((program) => !alone.includes(toName(program)));
    const plain = await observe(compared, path.join(directory, "plain"), true);
    const fast = await observe(compared, path.join(directory, "fast"), false);
    expect(fast.map(({ seen }) => seen)).toEqual(plain.map(({ seen }) => seen));
    for (const [i, { peakMemoryBytes = 0 }] of fast.entries()) {
      const difference = Math.abs(peakMemoryBytes - (plain[i]?.peakMemoryBytes ?? 0));
      expect(difference, compared[i]?.fileName).toBeLessThan(mostMemoryDifference);
    }
  });
});

async function observe(
  compared: readonly Program[],
  cacheDirectory: string,
  compilesPlainly: boolean,
): Promise<readonly { readonly seen: unknown; readonly peakMemoryBytes?: number }[]> {
  await using judge = await createJudge({
    journal: createMemoryJournal(),
    slots: 2,
    cacheDirectory,
    compilesPlainly,
  });
  const limits = { timeLimitMs: 500, memoryLimitBytes: 256 * 1024 ** 2 };
  const compiled = await Promise.all(compared.map(async (program) => judge.compile(program)));
  return await Promise.all(
    compared.map(async (program, i) => {
      const outcome = compiled[i];
      if (outcome?.kind !== "compile-ok") return { seen: [toName(program), outcome] };
      const inputs = [{ stdin: createTestData("5\n3 1 4 1 5\n") }];
      const [report] = await judge.execute(program, { inputs, limits });
      const { cpuTimeMs: _, wallTimeMs: __, peakMemoryBytes, ...rest } = report as NonNullable<typeof report>;
      return { seen: [toName(program), rest], peakMemoryBytes };
    }),
  );
}
