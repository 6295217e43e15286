import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryJournal } from "../../journal/index.ts";
import { createTestData, type Program } from "../../problem/index.ts";
import { createJudge, type Judge } from "../index.ts";
import { findTranslationUnits } from "./translation-units.ts";

let judge: Judge;
beforeAll(async () => {
  judge = await createJudge({ journal: createMemoryJournal() });
});
afterAll(async () => judge[Symbol.asyncDispose]());

const parts: Program = {
  language: "cpp17",
  fileName: "main.cpp",
  source: '#include "half.h"\n#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d\\n", half(n)); }\n',
  resources: [
    { fileName: "half.h", source: "int half(int n);\n" },
    { fileName: "half.cpp", source: '#include "half.h"\n#include "impl.cpp"\nint half(int n) { return halve(n); }\n' },
    { fileName: "impl.cpp", source: "static int halve(int n) { return n / 2; }\n" },
    { fileName: "notes.txt", source: "int half(int n);\n" },
  ],
};

test("sources that nothing includes are units of their own", () => {
  expect(findTranslationUnits(parts)).toEqual(["half.cpp"]);
  expect(findTranslationUnits({ ...parts, language: "python3" })).toEqual([]);
  expect(findTranslationUnits({ language: "c", fileName: "a.c", source: "" })).toEqual([]);
});

test("a program of several translation units is compiled and linked as one", async () => {
  const limits = { timeLimitMs: 2000, memoryLimitBytes: 64 * 2 ** 20 };
  const inputs = [{ stdin: createTestData("14\n") }];
  const [report] = await judge.execute(parts, { inputs, limits });
  expect(report).toMatchObject({ verdict: "accepted", exitCode: 0 });
  expect(Buffer.from(judge.readOutput(report?.stdoutDigest ?? "").bytes).toString()).toBe("7\n");
  const broken = { ...parts, resources: (parts.resources ?? []).filter(({ fileName }) => fileName !== "half.cpp") };
  expect((await judge.compile(broken)).kind).toBe("compile-error");
});
