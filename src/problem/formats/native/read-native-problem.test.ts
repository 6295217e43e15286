import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { AppError } from "../../../std/index.ts";
import type { Problem, ProblemIssue } from "../../index.ts";
import { readNativeProblem } from "./read-native-problem.ts";
import { manifestSchema } from "./schema.ts";

let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-hostile-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const minimal = {
  "problem.yaml": "title: Sum\n",
  "statement.md": "Add the numbers.\n",
  "samples/1.in": "1 2\n",
  "samples/1.ans": "3\n",
};

async function createFolder(files: Readonly<Record<string, string | Uint8Array | undefined>> = {}): Promise<string> {
  const directory = join(root, `p${count++}`);
  for (const [path, content] of Object.entries({ ...minimal, ...files })) {
    if (content === undefined) continue;
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

async function readIssues(directory: string): Promise<readonly ProblemIssue[]> {
  const error: unknown = await readNativeProblem(directory).catch((thrown: unknown) => thrown);
  if (!AppError.is(error)) throw new Error(`expected an AppError, got ${String(error)}`);
  expect(error.code).toBe("PROBLEM_INVALID");
  return error.data["issues"] as readonly ProblemIssue[];
}

async function read(files: Readonly<Record<string, string | Uint8Array | undefined>> = {}): Promise<Problem> {
  return readNativeProblem(await createFolder(files));
}

const yaml = (text: string): Record<string, string> => ({ "problem.yaml": text });

test("a title, a statement and a sample are enough", async () => {
  const problem = await read();
  expect(problem).toMatchObject({
    title: "Sum",
    limits: { timeLimitMs: 2000, memoryLimitBytes: 256 * 2 ** 20 },
    checker: { kind: "compare" },
    scoring: { kind: "binary" },
    tests: [{ id: "sample/1", isSample: true }],
  });
  expect(problem.id).toMatch(/^p\d+$/);
});

test("a missing folder and a file are told apart from a broken problem", async () => {
  await expect(readNativeProblem(join(root, "none"))).rejects.toMatchObject({ code: "PROBLEM_NOT_FOUND" });
  const directory = await createFolder();
  await expect(readNativeProblem(join(directory, "problem.yaml"))).rejects.toMatchObject({
    code: "PROBLEM_NOT_FOUND",
    message: expect.stringContaining("it is a file"),
  });
});

test("an issue names the file, the line, the field, what was expected, what came and what was meant", async () => {
  expect(await readIssues(await createFolder(yaml("title: Sum\nlimits:\n  time: 2 parsecs\n  memry: 1\n")))).toEqual([
    {
      file: "problem.yaml",
      line: 3,
      field: "limits.time",
      expected: 'a duration such as "2 s", "1500 ms" or 1500 (milliseconds)',
      actual: '"2 parsecs"',
    },
    {
      file: "problem.yaml",
      line: 4,
      field: "limits.memry",
      expected: expect.stringMatching(/^one of the keys time, memory, output, stack, time_factor, /),
      actual: "memry",
      advice: "did you mean memory?",
    },
  ]);
});

test.each<[string, Record<string, string>, string | undefined, RegExp]>([
  ["no title", yaml("limits: {}\n"), "title", /expected text, got nothing/],
  ["an empty manifest", yaml(""), "title", /text/],
  ["a manifest that is a list", yaml("- a\n"), undefined, /a mapping/],
  ["a wrong type", yaml("title: Sum\nlimits: 5\n"), "limits", /a mapping, got 5/],
  ["a checker that does not exist", yaml("title: S\nchecker: wcmpp\n"), "checker", /did you mean wcmp\?/],
  ["a checker of no possible type", yaml("title: S\nchecker: 5\n"), "checker", /one of acmp|a mapping/],
  [
    "a slip inside the checker",
    yaml("title: S\nchecker:\n  compare: {case_sensitiv: true}\n"),
    "checker.compare.case_sensitiv",
    /case_sensitive\?/,
  ],
  [
    "a checker program that is not there",
    yaml("title: S\nchecker: {convention: testlib}\n"),
    "checker",
    /program in checker\//,
  ],
  [
    "an unknown verdict",
    yaml("title: S\nsolutions: [{name: a, expected: wrong-anser}]\n"),
    "solutions.0.expected",
    /did you mean wrong-answer/,
  ],
  [
    "an open-ended problem without direction",
    yaml("title: S\nscoring: {kind: open-ended}\n"),
    "scoring.direction",
    /maximize or minimize/,
  ],
  [
    "a key of another scoring",
    yaml("title: S\nscoring: {kind: partial, direction: maximize}\n"),
    "scoring.direction",
    /no such key/,
  ],
  [
    "a solution that is not there",
    yaml("title: S\nsolutions: [{name: a}]\n"),
    "solutions.0.name",
    /a program called a/,
  ],
  ["details of no test", yaml("title: S\ntests: [{id: sample/2}]\n"), "tests.0", /did you mean sample\/1/],
  ["a test twice in the order", yaml("title: S\ntest_order: [sample/1, sample/1]\n"), "test_order.1", /each test once/],
  ["two groups of one name", yaml("title: S\ngroups: [{id: a}, {id: a}]\n"), "groups", /twice/],
  [
    "a group that needs an unknown one",
    yaml("title: S\ngroups: [{id: a, depends_on: [b]}]\n"),
    "groups.0.depends_on",
    /other groups/,
  ],
  [
    "a test in an unlisted group",
    yaml("title: S\ntests: [{id: sample/1, group: g}]\n"),
    "tests",
    /listed under groups/,
  ],
  ["an id that is a path", yaml("title: S\nid: ../../x\n"), "id", /letters, digits/],
  ["a stream that is a path", yaml("title: S\nstreams: {input: ../../x}\n"), "streams.input", /a file name/],
  ["a level beyond 5", yaml("title: S\nprovenance: {level: 6}\n"), "provenance.level", /at most 5/],
  [
    "a date that is none",
    yaml("title: S\nprovenance: {published_on: yesterday}\n"),
    "provenance.published_on",
    /YYYY-MM-DD/,
  ],
  ["two keys of one name", yaml("title: S\ntitle: T\n"), undefined, /unique/],
  ["broken YAML", yaml("title: [\n"), undefined, /valid YAML/],
  ["an unknown tag", yaml("title: !!js/function x\n"), undefined, /tag/],
  ["YAML 1.1", yaml("%YAML 1.1\n---\ntitle: S\n"), undefined, /YAML 1\.2/],
])("%s is reported", async (_, files, field, message) => {
  const issues = await readIssues(await createFolder(files));
  const found = issues.map((issue) => `expected ${issue.expected}, got ${issue.actual} ${issue.advice ?? ""}`);
  expect(found.join("\n")).toMatch(message);
  expect(issues.map((issue) => issue.field)).toContain(field);
});

test.each<[string, Record<string, string | Uint8Array | undefined>, string, RegExp]>([
  ["a missing statement", { "statement.md": undefined }, "statement.md", /no such file/],
  ["an empty statement", { "statement.md": " \n" }, "statement.md", /empty/],
  [
    "a statement that is not UTF-8",
    { "statement.md": new Uint8Array([65, 66, 0xff, 67]) },
    "statement.md",
    /0xff at offset 2/,
  ],
  ["a statement with control characters", { "statement.md": "a\0b" }, "statement.md", /U\+0000/],
  ["an image that is missing", { "statement.md": "![x](a.png)" }, "a.png", /no such file/],
  ["an image outside the folder", { "statement.md": "![x](../p0/a.png)" }, "../p0/a.png", /leads out/],
  ["an image outside the folder, escaped", { "statement.md": "![x](%2e%2e/a.png)" }, "../a.png", /leads out/],
  ["an absolute image", { "statement.md": "![x](/etc/a.png)" }, "/etc/a.png", /leads out/],
  ["an image that is no image", { "statement.md": "![x](a.png)", "a.png": "hello" }, "a.png", /no known image type/],
  ["a file that is no image by name", { "statement.md": "![x](problem.yaml)" }, "statement.md", /an image of type/],
  ["a problem without tests", { "samples/1.in": undefined, "samples/1.ans": undefined }, "problem.yaml", /none/],
  ["an answer without input", { "tests/7.ans": "1" }, "tests/7.ans", /without an input/],
  ["an answer of another name", { "tests/7.in": "1", "tests/7.out": "1" }, "tests/7.out", /7\.ans/],
  ["a test with a strange name", { "tests/a b.in": "1" }, "tests/a b.in", /a b/],
  ["a slip in a folder's name", { "sample/2.in": "1" }, "sample", /samples/],
  ["a manifest of the old extension", { "problem.yml": "title: S" }, "problem.yml", /problem\.yaml/],
  [
    "names that differ by case",
    { "tests/A.in": "1", "tests/a.in": "1" },
    "problem.yaml",
    /more than case|A and a|a and A/,
  ],
  ["two programs of one name", { "generators/a.py": "", "generators/a.cpp": "" }, "generators/a.cpp", /own name/],
  ["a program of an unknown language", { "generators/a.xyz": "" }, "generators/a.xyz", /source file/],
  [
    "a program that is not listed",
    { ...yaml("title: S\nsolutions: []\n"), "solutions/a.cpp": "" },
    "solutions/a.cpp",
    /not listed/,
  ],
  [
    "a checker beside a named one",
    { ...yaml("title: S\nchecker: wcmp\n"), "checker/chk.cpp": "" },
    "problem.yaml",
    /both/,
  ],
  [
    "a translation that is not listed",
    { ...yaml("title: S\nstatements: [{language: en}]\n"), "statement.ru.md": "x" },
    "statement.ru.md",
    /listed/,
  ],
])("%s is reported", async (_, files, file, message) => {
  const issues = await readIssues(await createFolder(files));
  const found = issues.map((issue) => `expected ${issue.expected}, got ${issue.actual} ${issue.advice ?? ""}`);
  expect(found.join("\n")).toMatch(message);
  expect(issues.map((issue) => issue.file)).toContain(file);
});

test("symbolic links may not lead out of the folder, and pipes are not read", async () => {
  const secret = join(root, "secret.txt");
  await writeFile(secret, "secret");
  const directory = await createFolder({ "statement.md": undefined, "tests/ok.in": "1" });
  await symlink(secret, join(directory, "statement.md"));
  await symlink(secret, join(directory, "tests", "x.in"));
  await symlink(join(directory, "samples"), join(directory, "generators"));
  await symlink("/", join(directory, "validators"));
  const pipeTool = "mkfifo";
  execFileSync(pipeTool, [join(directory, "tests", "pipe.in")]);
  const issues = await readIssues(directory);
  expect(issues).toContainEqual(
    expect.objectContaining({ file: "statement.md", actual: expect.stringMatching(/leads out/) }),
  );
  expect(issues).toContainEqual(
    expect.objectContaining({ file: "tests/x.in", actual: expect.stringMatching(/leads out/) }),
  );
  expect(issues).toContainEqual(
    expect.objectContaining({ file: "tests/pipe.in", actual: expect.stringMatching(/regular file/) }),
  );
  expect(issues).toContainEqual(expect.objectContaining({ file: "generators" }));
  expect(issues).toContainEqual(expect.objectContaining({ file: "validators" }));
  expect(JSON.stringify(issues)).not.toContain('"secret"');
});

test("a link to a file inside the folder is followed", async () => {
  const directory = await createFolder({ "tests/1.in": "5 6\n" });
  await symlink("1.in", join(directory, "tests", "2.in"));
  const problem = await readNativeProblem(directory);
  expect(problem.tests[2]).toMatchObject({ id: "2", input: problem.tests[1]?.input });
});

test("a file of 1 GB is refused by its size, without being read", async () => {
  const directory = await createFolder({ "tests/big.in": "" });
  await truncate(join(directory, "tests", "big.in"), 2 ** 30);
  await truncate(join(directory, "statement.md"), 2 ** 30);
  const before = process.memoryUsage().rss;
  expect(await readIssues(directory)).toEqual([
    { file: "statement.md", expected: "at most 1 MiB", actual: "1073741824 bytes" },
    { file: "tests/big.in", expected: "at most 256 MiB", actual: "1073741824 bytes" },
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
});

test("aliases that multiply and nesting without end are refused", async () => {
  const bomb = ["a0: &a0 [x]", ...Array.from({ length: 9 }, (_, index) => aliasLevel(index + 1)), "title: S"].join(
    "\n",
  );
  expect((await readIssues(await createFolder(yaml(bomb))))[0]?.expected).toMatch(/beyond reason/);
  expect((await readIssues(await createFolder(yaml(`title: ${"[".repeat(200_000)}`)))).length).toBeGreaterThan(0);
});

test("tests keep their bytes, statements lose their byte-order mark and CRLF", async () => {
  const problem = await read({ "statement.md": "\uFEFFone\r\ntwo\r", "samples/1.in": "\uFEFF1\r\n2\r\n" });
  expect(problem.statements[0].markdown).toBe("one\ntwo\n");
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(problem.tests[0]?.input.bytes)).toBe("\uFEFF1\r\n2\r\n");
});

test("tests come in natural order, samples first, folders named as groups are groups", async () => {
  const problem = await read({
    ...yaml("title: S\ngroups: [{id: big}]\n"),
    "tests/10.in": "",
    "tests/2.in": "",
    "tests/2.ans": "",
    "tests/big/02.in": "",
    "tests/other/1.in": "",
    "samples/10.in": "",
    "samples/9.in": "",
  });
  expect(problem.tests.map((item) => [item.id, item.groupId, item.answer?.bytes.length])).toEqual([
    ["sample/1", undefined, 2],
    ["sample/9", undefined, undefined],
    ["sample/10", undefined, undefined],
    ["2", undefined, 0],
    ["10", undefined, undefined],
    ["big/02", "big", undefined],
    ["other/1", undefined, undefined],
  ]);
});

test("programs are found by their place, with the headers beside them", async () => {
  const problem = await read({
    ...yaml("title: S\nsolutions:\n  - {name: good, main: true, expected: AC}\n  - {name: java, file: Main.java}\n"),
    "checker/check.cc": '#include "testlib.h"\n',
    "checker/testlib.h": "// lib",
    "generators/gen.cpp": '#include "testlib.h"\n',
    "generators/small.py": "print(1)",
    "generators/testlib.h": "// lib",
    "solutions/good.cpp": "int main() {}",
    "solutions/java/Main.java": "class Main {}",
    "solutions/java/Other.java": "class Other {}",
  });
  const lib = [{ fileName: "testlib.h", source: "// lib" }];
  expect(problem.checker).toMatchObject({
    kind: "program",
    convention: "testlib",
    program: { fileName: "check.cc", resources: lib },
  });
  expect(problem.generators).toMatchObject([
    { name: "gen", convention: "testlib", program: { language: "cpp17", resources: lib } },
    { name: "small", convention: "plain", program: { language: "python3" } },
  ]);
  expect(problem.generators[1]?.program).not.toHaveProperty("resources");
  expect(problem.solutions).toMatchObject([
    { name: "good", isMain: true, expected: { permitted: ["accepted"] } },
    { name: "java", isMain: false, program: { fileName: "Main.java", resources: [{ fileName: "Other.java" }] } },
  ]);
});

test("hidden files and the author's own are left alone", async () => {
  const problem = await read({ "README.md": "x", "recording.jsonl": "{}", ".git/x": "", "tests/.DS_Store": "x" });
  expect(problem.tests).toHaveLength(1);
});

test("an aborted read rejects with the signal's reason", async () => {
  const reason = new Error("enough");
  await expect(readNativeProblem(await createFolder(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("any manifest whatever gives a problem or an AppError", async () => {
  const directory = await createFolder();
  const keys = fc.constantFrom(
    "title",
    "limits",
    "checker",
    "tests",
    "groups",
    "solutions",
    "scoring",
    "__proto__",
    "x",
  );
  const fragment = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("S", "1 s", 5, null, true, -1),
      tie("map"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
    map: fc.dictionary(fc.oneof(keys, fc.string({ maxLength: 5 })), tie("value"), { maxKeys: 4 }),
  }));
  const manifest = fc.oneof(
    fragment.map.map((value) => JSON.stringify(value)),
    fc.string({ unit: "binary" }),
  );
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(manifest, async (content) => {
      await writeFile(join(directory, "problem.yaml"), content);
      const outcome: unknown = await readNativeProblem(directory).then(
        () => "a problem",
        (thrown: unknown) => (AppError.is(thrown) ? thrown.code : thrown),
      );
      expect(["a problem", "PROBLEM_INVALID"]).toContain(outcome);
    }),
    { numRuns: 150 },
  );
});

test("the manifest with every key in docs/problem-model.md is one that is accepted", async () => {
  const docs = await readFile(new URL("../../../../docs/problem-model.md", import.meta.url), "utf8");
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(docs) ?? [];
  const parsed = manifestSchema.safeParse(parse(example));
  expect(parsed.error?.issues ?? []).toEqual([]);
  expect(Object.keys(parsed.data ?? {}).toSorted()).toEqual(Object.keys(manifestSchema.shape).toSorted());
});

/** A list of nine references to the level below. */
function aliasLevel(index: number): string {
  return `a${index}: &a${index} [${Array(9)
    .fill(`*a${index - 1}`)
    .join(", ")}]`;
}
