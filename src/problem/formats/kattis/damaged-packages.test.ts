import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../../std/index.ts";
import type { ProblemIssue } from "../../problem-issue.ts";
import { readProblem } from "../read-problem.ts";
import { readKattisProblem } from "./read-kattis-problem.ts";

const packages = fileURLToPath(new URL("../../../../test/packages/", import.meta.url));
let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-kattis-read-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

async function createFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(root, `p${count++}`);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

const minimal = {
  "problem.yaml": "problem_format_version: 2025-09\nname: Sum\n",
  "statement/problem.en.md": "Add.\n",
  "data/secret/1.in": "1 2\n",
  "data/secret/1.ans": "3\n",
};

async function readIssues(files: Readonly<Record<string, string>>): Promise<readonly ProblemIssue[]> {
  const directory = await createFolder(files);
  const thrown: unknown = await readKattisProblem(directory).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!AppError.is(thrown)) throw new Error("no AppError was thrown");
  expect(thrown.code).toBe("PROBLEM_INVALID");
  return thrown.data["issues"] as readonly ProblemIssue[];
}

test("a Kattis folder is told apart from a native one", async () => {
  expect((await readProblem(await createFolder(minimal))).provenance.format).toBe("kattis-2025-09");
  expect((await readProblem(join(packages, "kattis-legacy-guess"))).provenance.format).toBe("kattis-legacy");
  const native = await createFolder({
    "problem.yaml": "title: Sum\n",
    "statement.md": "Add.\n",
    "samples/1.in": "1\n",
    "samples/1.ans": "1\n",
  });
  expect((await readProblem(native)).provenance.format).toBe("native");
  const broken = await createFolder({
    "problem.yaml": "titel: Sum\n",
    "statement.md": "Add.\n",
    "samples/1.in": "1\n",
  });
  await expect(readProblem(broken)).rejects.toMatchObject({ message: expect.stringContaining("did you mean title?") });
  const ini = await createFolder({
    "domjudge-problem.ini": "name = Sum\ntimelimit = 3\n",
    "data/secret/1.in": "1\n",
    "data/secret/1.ans": "1\n",
  });
  expect(await readProblem(ini)).toMatchObject({ title: "Sum", limits: { timeLimitMs: 3000 } });
});

test("all faults are reported together, with file, field and line", async () => {
  const issues = await readIssues({
    ...minimal,
    "problem.yaml": "problem_format_version: 2025-09\nname: Sum\ntype: [scoring]\n",
    "data/secret/2.in": "1\n",
    "data/secret/3.ans": "1\n",
    "data/secret/test_group.yaml": "max_scores: 3\n",
    "submissions/submissions.yaml": "accepted/a.py:\n  permited: [AC]\n  secret: { permitted: [CE] }\n",
    "generators/generators.yaml":
      "data:\n  secret:\n    data:\n      x: nothing 1\n      y: { generate: 5 }\n    include: [z]\n",
  });
  expect(issues.map(({ file, field, line }) => [file, field, line])).toEqual([
    ["generators/generators.yaml", "data.secret.include.0", 6],
    ["generators/generators.yaml", "data.secret.data.y.generate", 5],
    ["data/secret/test_group.yaml", "max_scores", 1],
    ["submissions/submissions.yaml", "accepted/a.py.permited", 2],
    ["submissions/submissions.yaml", "accepted/a.py.secret.permitted.0", 3],
    ["data/secret/3.ans", undefined, undefined],
    ["data/secret/2.ans", undefined, undefined],
    ["data/secret/y.in", undefined, undefined],
    ["generators/generators.yaml", "data", undefined],
  ]);
});

test("folders of tests that are misspelt are faults, unknown ones a loss each", async () => {
  const moved = {
    ...minimal,
    "data/Samples/1.in": "1 1\n",
    "data/Samples/2.in": "1 2\n",
    "data/old/1.in": "1 1\n",
    "submissions/Accepted/a.py": "print(3)\n",
  };
  expect(await readIssues(moved)).toMatchObject([{ file: "data/Samples", expected: "the name data/sample" }]);
  const { problem, losses } = await readKattisProblem(
    await createFolder({
      ...minimal,
      "data/old/1.in": "1 1\n",
      "data/old/2.in": "1 2\n",
      "submissions/Accepted/a.py": "",
    }),
  );
  expect(problem.tests).toHaveLength(1);
  const told = losses.map(({ file, reason }) => `${file}: ${reason}`);
  expect(told.filter((line) => line.startsWith("data/old"))).toEqual([
    "data/old: a folder that the format does not know, with 2 tests",
  ]);
  expect(told.join()).toContain("did you mean submissions/accepted?");
});

test("a manifest that differs by case alone is named", async () => {
  const folder = await createFolder({ "Problem.yaml": "name: x\n", "data/secret/1.in": "" });
  await expect(readProblem(folder)).rejects.toMatchObject({
    code: "PROBLEM_FORMAT_UNKNOWN",
    message: expect.stringContaining("Problem.yaml, which must be called problem.yaml") as string,
  });
});

test("faults of problem.yaml name what was meant", async () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["problem_format_version: 2025-09\nnames: x\n", "names", "name"],
    ["problem_format_version: 2025-10\nname: x\n", "problem_format_version", ""],
    ["problem_format_version: 2025-09\nname: x\ntype: [scoring, pass-fail]\n", "type", ""],
    ["problem_format_version: 2025-09\nname: x\ntype: open\n", "type", ""],
    ["problem_format_version: 2025-09\nname: x\nvalidator_flags: y\n", "validator_flags", "output_validator_args"],
    ["problem_format_version: 2025-09\nname: x\nlimits: { memory: -1 }\n", "limits.memory", ""],
    ["name: x\nvalidation: customised\n", "validation", ""],
    ["name: x\nvalidator_flags: float_tolerance\n", "validator_flags", ""],
    ["name: x\nvalidation: custom\n", "", ""],
  ];
  for (const [manifest, field, advice] of cases) {
    const issues = await readIssues({ ...minimal, "problem.yaml": manifest });
    expect(issues.map((issue) => issue.field ?? "")).toContain(field);
    expect(issues.map((issue) => issue.advice ?? "").join()).toContain(advice);
  }
});

test("nothing outside the package is read, and links inside it are", async () => {
  const directory = await createFolder({
    ...minimal,
    "generators/x.txt": "7\n",
    "submissions/accepted/a/main.py": "print(3)\n",
  });
  await symlink("../../generators/x.txt", join(directory, "data/secret/2.in"));
  await symlink("1.ans", join(directory, "data/secret/2.ans"));
  await symlink("accepted", join(directory, "submissions/wrong_answer"));
  await symlink("..", join(directory, "submissions/accepted/loop"));
  const { problem } = await readKattisProblem(directory);
  expect(problem.tests.map((item) => text(item.input.bytes))).toEqual(["1 2\n", "7\n"]);
  expect(problem.solutions.map((solution) => solution.name)).toEqual(["accepted-a", "wrong_answer-a"]);
  await symlink("/etc/hostname", join(directory, "data/secret/3.in"));
  await writeFile(join(directory, "data/secret/3.ans"), "1\n");
  await expect(readKattisProblem(directory)).rejects.toMatchObject({
    code: "PROBLEM_INVALID",
    message: expect.stringContaining("data/secret/3.in: expected a test file, got a symbolic link that leads out"),
  });
});

test("floods are refused: aliases, includes that double, braces, long counts", async () => {
  const doubling = Array.from(
    { length: 40 },
    (_, index) =>
      `      g${index + 1}: { data: {}, include: [g${index}, h${index}] }\n      h${index + 1}: { data: {}, include: [g${index}, h${index}] }`,
  ).join("\n");
  const plan = `data:\n  secret:\n    data:\n      g0: { data: { a: { in: "1" } } }\n      h0: { data: { b: { in: "1" } } }\n${doubling}\n`;
  const levels = Array.from(
    { length: 9 },
    (_, index) => `l${index + 1}: &l${index + 1} [${Array(9).fill(`*l${index}`).join(",")}]`,
  );
  const bombs: readonly Readonly<Record<string, string>>[] = [
    { "generators/generators.yaml": plan },
    { "generators/generators.yaml": `l0: &l0 [1]\n${levels.join("\n")}\ndata: {}\n` },
    { "generators/generators.yaml": "data: { secret: { data: { a: { in: '1', count: 1000000 } } } }\n" },
    { "generators/generators.yaml": "data: { secret: { data: { a: { copy: ../../etc/passwd } } } }\n" },
    { "submissions/submissions.yaml": `"${"{a,b}".repeat(40)}": {}\n` },
    { "problem.yaml": `problem_format_version: 2025-09\nname: &a [*a]\n` },
    { "statement/problem.en.tex": "\\problemname{".repeat(20_000), "statement/problem.en.md": "" },
  ];
  for (const bomb of bombs) {
    const start = performance.now();
    const directory = await createFolder({ ...minimal, ...bomb });
    const outcome: unknown = await readKattisProblem(directory).then(
      () => "loaded",
      (cause: unknown) => (AppError.is(cause) ? cause.code : cause),
    );
    expect(["loaded", "PROBLEM_INVALID"]).toContain(outcome);
    expect(performance.now() - start).toBeLessThan(5000);
  }
});

test("packages with any damage load or give an error that names a file", { timeout: 180_000 }, async () => {
  const names = ["kattis-legacy-subtasks", "kattis-2023-mean", "kattis-2025-packing", "kattis-2025-files"];
  const targets = [
    "problem.yaml",
    "generators/generators.yaml",
    "submissions/submissions.yaml",
    "data/testdata.yaml",
    "data/secret/test_group.yaml",
    "data/secret/3.yaml",
  ];
  const snippets = [
    "",
    "\n",
    ": ",
    "- ",
    "[",
    "}",
    "'",
    "&a ",
    "*a",
    "null",
    "{{x}}",
    "-1",
    "1e999",
    "data:",
    "include: [x]",
    "count: 3..=1",
    "\u0000",
    "\t",
  ];
  const damage = fc.record({
    name: fc.constantFrom(...names),
    target: fc.constantFrom(...targets),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat(20),
        text: fc.constantFrom(...snippets),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
  const copies = new Map<string, string>();
  for (const name of names) {
    const copy = join(root, name);
    await cp(join(packages, name), copy, { recursive: true });
    copies.set(name, copy);
  }
  await fc.assert(
    fc.asyncProperty(damage, async ({ name, target, edits }) => {
      const file = join(copies.get(name) ?? "", target);
      const original = await readFile(file, "utf8").catch(() => undefined);
      if (original === undefined) return;
      const changed = edits.reduce((body, { at, cut, text: put }) => {
        const offset = Math.floor(at * body.length);
        return body.slice(0, offset) + put + body.slice(offset + cut);
      }, original);
      await writeFile(file, changed);
      const outcome: unknown = await readKattisProblem(copies.get(name) ?? "").then(
        () => "loaded",
        (cause: unknown) => (AppError.is(cause) ? cause.code : cause),
      );
      await writeFile(file, original);
      expect(["loaded", "PROBLEM_INVALID"]).toContain(outcome);
    }),
    { numRuns: 120 },
  );
});
