import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import type { Program } from "../problem/index.ts";
import { hasTool } from "../testing/index.ts";
import type { Judge } from "./contract.ts";
import { createJudge } from "./create-judge.ts";
import { findMainClass } from "./java-main-class.ts";
import { languageSamples } from "./language-samples.ts";
import { judgedLanguages } from "./languages.ts";
import { createTest, problem } from "./test-programs.ts";

let cacheDirectory: string;
let judge: Judge;

beforeAll(async () => {
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), "languages-test-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 2 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

const tools: Readonly<Record<string, string>> = {
  pypy3: "pypy3",
  java: "javac",
  javascript: "node",
  rust: "rustc",
  go: "go",
  kotlin: "kotlinc",
};

async function verdictOf(program: Program, input: string, answer?: string): Promise<string> {
  const limits = { ...problem.limits, timeLimitMs: 2000 };
  const report = await judge.judge(program, {
    problem: { ...problem, limits },
    tests: [createTest("1", input, answer)],
  });
  const [first] = report.tests;
  return first?.verdict === "judge-failed" ? `judge-failed: ${first.message}` : (first?.verdict ?? "none");
}

describe.each(Object.entries(tools))("%s", (language, tool) => {
  const sample = languageSamples[language as keyof typeof languageSamples];

  test.skipIf(!hasTool(tool))(
    `adds, and is stopped at its limits (needs ${tool})`,
    async () => {
      expect(await verdictOf(sample, "2 3", "5")).toBe("accepted");
      expect(await verdictOf(sample, "2 3", "6")).toBe("wrong-answer");
      expect(await verdictOf(sample, "-1 0", "")).toBe("time-limit-exceeded");
      expect(await verdictOf(sample, "-2 0", "")).toBe("memory-limit-exceeded");
      expect(await verdictOf(sample, "-3 0", "")).toBe("runtime-error");
      const broken = { ...sample, source: `${sample.source}\n}}} not a program` };
      expect(await judge.compile(broken)).toMatchObject({ kind: "compile-error" });
    },
    300_000,
  );
});

test("a language whose tool is absent is named, with the tool", async () => {
  const script = `import { findToolchain, judgedLanguages } from ${JSON.stringify(new URL("languages.ts", import.meta.url).href)};
    const found = await Promise.all(judgedLanguages.map(async (language) => findToolchain(language)));
    console.log(JSON.stringify(found.filter(({ kind }) => kind === "toolchain-missing")));`;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: "/nonexistent" } });
  const missing = JSON.parse(stdout) as readonly { readonly language: string; readonly message: string }[];
  for (const [language, tool] of Object.entries(tools)) {
    if (language === "javascript") continue;
    expect(missing.find((item) => item.language === language)?.message, language).toContain(tool);
  }
});

test("every language but `other` is in the table", () => {
  expect([...judgedLanguages].toSorted()).toEqual(Object.keys(languageSamples).toSorted());
});

test.each([
  ["public class Solution { public static void main(String[] a) {} }", "Solution", "Solution"],
  ["class Node {} class Main { static public void main(String... a) {} }", "Main", "Main"],
  [
    "public class A { static class B { static void main(String[] a) {} } }\nclass C { public static void main(String[] x) {} }",
    "A",
    "C",
  ],
  ["package a.b;\npublic final class Main { public static void main(String[] a) {} }", "Main", "a.b.Main"],
  [
    '// public class No {\n/* class No2 { static void main( */ class Yes { String s = "class X {"; static void main(String[] a) {} }',
    "Yes",
    "Yes",
  ],
  ["record P(int x) {}\npublic enum E { A; public static void main(String[] a) {} }", "E", "E"],
  ["int x;", "Main", "Main"],
])("the main class of %s", (source, fileName, className) => {
  expect(findMainClass(source)).toEqual({ fileName, className });
});
