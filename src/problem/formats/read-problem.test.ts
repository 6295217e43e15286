import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProblem } from "../../testing/index.ts";
import { writeNativeProblem } from "./native/write-native-problem.ts";
import { readProblem } from "./read-problem.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-read-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

test("a folder is read as a native problem", async () => {
  const directory = join(root, "sum");
  await writeNativeProblem(createProblem(), directory);
  expect(await readProblem(directory)).toEqual(createProblem());
});

test("a .json file is read as Competitive Companion's", async () => {
  const path = join(root, "p.json");
  await writeFile(
    path,
    JSON.stringify({ name: "P", memoryLimit: 64, timeLimit: 1000, tests: [{ input: "1", output: "2" }] }),
  );
  expect((await readProblem(path)).provenance.format).toBe("competitive-companion");
});

test("anything else is refused with what is supported", async () => {
  await mkdir(join(root, "empty"));
  await writeFile(join(root, "p.tar"), "PK");
  await writeFile(join(root, "bad.json"), new Uint8Array([0xff]));
  const supported = expect.stringMatching(/native.*Competitive Companion/);
  for (const [path, code] of [
    ["none", "PROBLEM_NOT_FOUND"],
    ["empty", "PROBLEM_FORMAT_UNKNOWN"],
    ["p.tar", "PROBLEM_FORMAT_UNKNOWN"],
  ] as const) {
    await expect(readProblem(join(root, path))).rejects.toMatchObject({ code, message: supported });
  }
  await expect(readProblem("/dev/null")).rejects.toMatchObject({ code: "PROBLEM_FORMAT_UNKNOWN" });
  await expect(readProblem(join(root, "bad.json"))).rejects.toMatchObject({ code: "PROBLEM_INVALID" });
});
