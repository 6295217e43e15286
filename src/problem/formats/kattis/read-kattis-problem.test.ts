import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../../std/index.ts";
import type { Problem } from "../../problem.ts";
import type { ProblemIssue } from "../../problem-issue.ts";
import { readProblem } from "../read-problem.ts";
import { readKattisProblem } from "./read-kattis-problem.ts";
import { writeKattisProblem } from "./write-kattis-problem.ts";

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

const read = async (name: string): Promise<Problem> => (await readKattisProblem(join(packages, name))).problem;

const byName = (list: Problem["solutions"]) =>
  Object.fromEntries(list.map((item) => [item.name, [item.expected, item.expectedByGroup ?? {}]]));

const find = (problem: Problem, name: string) => problem.solutions.find((solution) => solution.name === name);

test("kattis-legacy-factors: a validator of its own, flags by folder, DOMjudge's settings and annotations", async () => {
  const { problem, losses } = await readKattisProblem(join(packages, "kattis-legacy-factors"));
  expect(problem).toMatchObject({
    title: "Two Factors",
    limits: {
      timeLimitMs: 1000,
      memoryLimitBytes: 512 * 2 ** 20,
      outputLimitBytes: 2 ** 20,
      codeLimitBytes: 64 * 1024,
    },
    checker: { kind: "program", convention: "kattis", flags: ["ordered"], program: { fileName: "check.cpp" } },
    provenance: { sourceId: "twofactors", authors: ["Ada Example", "Ben Example"], tags: ["numbers", "factors"] },
    scoring: { kind: "binary" },
  });
  expect(problem.limits.timeLimitFactor).toBeUndefined();
  expect(problem.statements.map((item) => [item.languageTag, item.title])).toEqual([
    ["en", undefined],
    ["de", undefined],
  ]);
  const [english] = problem.statements;
  expect(english.markdown).toContain("![A rectangle of four squares](grid.png)");
  expect(english.markdown).toContain("## Input");
  expect(english.markdown).toContain("- If there is a rectangle: its sides $a$ and $b$ with $1 < a \\le b$.");
  expect(english.markdown).toContain("“prime”");
  expect(english.markdown).not.toContain("a comment");
  expect(english.images.map((image) => image.reference)).toEqual(["grid.png"]);
  expect(problem.groups).toMatchObject([
    { id: "secret", stopsAtFailure: true },
    { id: "secret/small", parentId: "secret", validatorFlags: ["--max", "100"] },
    { id: "secret/strict", parentId: "secret", checkerFlags: ["ordered", "smallest"] },
  ]);
  expect(problem.tests.find((item) => item.id === "secret/wide/02")).toMatchObject({
    groupId: "secret",
    description: expect.stringContaining("square"),
  });
  expect(problem.tests[0]).toMatchObject({ id: "sample/1", isSample: true, hint: expect.stringContaining("3 4") });
  expect(problem.solutions.map((solution) => solution.name).toSorted()).toEqual(
    [
      "factors.cpp",
      "factors.py",
      "parts",
      "half",
      "either",
      "only_even",
      "flood",
      "silent",
      "assert_prime",
      "linear",
      "longest_side",
      "no_squares",
      "swapped",
    ].toSorted(),
  );
  expect(find(problem, "only_even")?.expected).toMatchObject({
    permitted: expect.arrayContaining(["accepted", "wrong-answer", "runtime-error"]),
    required: expect.not.arrayContaining(["accepted"]),
  });
  expect(find(problem, "either")?.expected.required).toEqual([]);
  expect(find(problem, "half")?.expected.required).toEqual(["compile-error"]);
  expect(find(problem, "flood")?.expected.required).toEqual(["output-limit-exceeded"]);
  expect(find(problem, "linear")?.expected.permitted).toContain("wrong-answer");
  expect(losses).toContainEqual({
    file: "domjudge-problem.ini",
    field: "color",
    reason: expect.stringContaining("#22aa44"),
  });
});

test("kattis-legacy-subtasks: nested groups, inherited settings and the maximum", async () => {
  const { problem } = await readKattisProblem(join(packages, "kattis-legacy-subtasks"));
  expect(problem.scoring).toEqual({ kind: "partial", maximum: 100 });
  expect(problem.checker).toMatchObject({ kind: "compare", options: { isCaseSensitive: true } });
  expect(problem.groups).toMatchObject([
    { id: "sample", isCounted: false, acceptScore: 0 },
    { id: "secret", aggregation: "sum", passesWhen: "any", points: 100, stopsAtFailure: false },
    {
      id: "secret/01-small",
      aggregation: "minimum",
      acceptScore: 30,
      points: 30,
      stopsAtFailure: true,
      validatorFlags: { "values.py": ["1000"] },
    },
    { id: "secret/02-large", aggregation: "minimum", acceptScore: 70, points: 70 },
    { id: "secret/02-large/nested", parentId: "secret/02-large", aggregation: "minimum", acceptScore: 70 },
  ]);
  expect(find(problem, "doubles")?.expected.score).toEqual({ minimum: 30, maximum: 30 });
  expect(problem.statements[0].markdown).toContain("| 30 | at most $1000$ |");
});

test("kattis-legacy-guess: an interactor and conversations, one without a test", async () => {
  const { problem } = await readKattisProblem(join(packages, "kattis-legacy-guess"));
  expect(problem.interactor).toMatchObject({
    kind: "program",
    convention: "kattis",
    program: { fileName: "host.cpp" },
  });
  expect(problem.sampleInteractions?.map((item) => item.id)).toEqual(["sample/1", "sample/extra"]);
  expect(problem.tests).toHaveLength(5);
});

test("kattis-2023-mean: names, constants, tolerance for all and for one folder", async () => {
  const { problem, losses } = await readKattisProblem(join(packages, "kattis-2023-mean"));
  expect(problem.limits).toMatchObject({ timeLimitMs: 1500, timeResolutionMs: 500, timeLimitMargin: 1.2 });
  expect(problem.checker).toMatchObject({ options: { absoluteTolerance: 1e-6, relativeTolerance: 1e-6 } });
  expect(problem.groups).toMatchObject([
    { id: "secret/more", checkerFlags: ["float_absolute_tolerance", "1e-6"], stopsAtFailure: false },
  ]);
  expect(problem.statements[0].markdown).toContain("$1 \\le n \\le 1000$");
  expect(problem.statements[0].markdown).not.toContain("{{");
  expect(problem.statements[1]?.title).toBe("Medelvärde");
  expect(problem.validators[0]?.program.source).toContain("<= 1000");
  expect(find(problem, "mean.py")?.isMain).toBe(true);
  expect(find(problem, "sometimes")?.expected).toEqual({
    permitted: [
      "accepted",
      "wrong-answer",
      "presentation-error",
      "memory-limit-exceeded",
      "output-limit-exceeded",
      "runtime-error",
    ],
    required: ["memory-limit-exceeded", "output-limit-exceeded", "runtime-error"],
  });
  expect(losses.map((loss) => loss.field)).toEqual(
    expect.arrayContaining(["version", "source", "languages", "allow_file_writing"]),
  );
});

test("kattis-2025-packing: generators.yaml gives calls, seeds, literals, copies, includes and group settings", async () => {
  const { problem } = await readKattisProblem(join(packages, "kattis-2025-packing"));
  expect(problem.groups).toMatchObject([
    { id: "sample", isCounted: false },
    { id: "secret", points: 100, aggregation: "sum" },
    { id: "secret/group1", points: 20, aggregation: "complete", dependsOn: ["sample"], validatorFlags: ["--fits"] },
    { id: "secret/group2", points: 30, aggregation: "minimum", checkerFlags: ["share"] },
    { id: "secret/group3", points: 50, aggregation: "sum", dependsOn: ["secret/group1"] },
  ]);
  expect(problem.scoring).toEqual({ kind: "partial", maximum: 100 });
  const calls = Object.fromEntries(
    [...problem.tests, ...(problem.plannedTests ?? [])].map((item) => [item.id, item.generatorCall]),
  );
  expect(calls["secret/group1/2-most"]).toBe("fits 18 1000");
  expect(calls["secret/group2/2-random-1"]).toMatch(/^boxes\.py 8 100 \d+$/);
  expect(calls["secret/group2/3-random-2"]).not.toBe(calls["secret/group2/2-random-1"]);
  expect(calls["secret/group3/3-sizes-10"]).toMatch(/^boxes\.py 10 500 \d+$/);
  expect(problem.plannedTests?.map((item) => item.id)).toEqual([
    "secret/group2/3-random-2",
    "secret/group3/3-sizes-10",
    "secret/group3/4-sizes-11",
  ]);
  const linked = problem.tests.find((item) => item.id === "secret/group3/1-pairs");
  expect(text(linked?.input.bytes)).toBe("4 10\n6 5 5 4\n");
  expect(linked?.description).toContain("Greedy");
  expect(problem.generators.map((item) => [item.name, item.program.resources?.map((file) => file.fileName)])).toEqual([
    ["fits", ["shared.h"]],
    ["boxes.py", undefined],
  ]);
  expect(problem.validatorTests?.map((item) => [item.kind, item.id])).toEqual([
    ["invalid-input", "none"],
    ["invalid-input", "too_heavy"],
    ["invalid-output", "too_much"],
    ["invalid-output", "twice"],
    ["valid-output", "other_order"],
  ]);
  expect(problem.solutions.filter((solution) => solution.isMain).map((solution) => solution.name)).toEqual(["table"]);
  expect(find(problem, "greedy")?.expectedByGroup).toMatchObject({
    "secret/group1": { permitted: ["accepted", "partial"], score: { minimum: 20, maximum: 20 } },
    "secret/group{2,3}/*": { permitted: ["accepted", "partial"] },
  });
  expect(find(problem, "first_box")?.expectedByGroup).toMatchObject({ "secret/group2": { message: " of " } });
  expect(find(problem, "subsets")?.expected.timeLimitUse).toBe("none");
});

test("the seed of a call is what BAPCtools computes", async () => {
  const files = {
    ...minimal,
    "generators/gen.py": "print(1)\n",
    "generators/generators.yaml":
      "random_salt: ab\ndata: {secret: {data: {'1': {in: '1 2', ans: '3'}, r: {generate: 'gen.py  {seed:7} x', count: 2}}}}\n",
  };
  const { problem } = await readKattisProblem(await createFolder(files));
  // int(hashlib.sha512(b"abgen.py  {seed:7} x").hexdigest(), 16) % 2**31, and with b"ab:1gen.py …"
  expect(problem.plannedTests?.map((item) => item.generatorCall)).toEqual([
    "gen.py 787870942 x",
    "gen.py 2036216790 x",
  ]);
});

test("kattis-2025: multi-pass, interactive passes, arguments and files, static validator, answers", async () => {
  expect(await read("kattis-2025-relay")).toMatchObject({
    passLimit: 3,
    checker: { kind: "program" },
    limits: { timeLimitMs: 2000 },
  });
  expect(await read("kattis-2025-lamps")).toMatchObject({ passLimit: 2, interactor: { kind: "program" } });
  const files = await read("kattis-2025-files");
  expect(files.tests.map((item) => [item.args, text(item.files?.[0]?.data.bytes)])).toEqual([
    [["2"], "tea 3\nrye 4\n"],
    [["1"], "a 7\n"],
    [["1000"], "x 1000000\ny 1\n"],
    [["5"], "p 0\nq 9\n"],
  ]);
  expect(files.tests[3]).toMatchObject({
    checkerFlags: ["space_change_sensitive"],
    validatorFlags: { "known.py": ["--zero"] },
  });
  expect(files.groups).toMatchObject([{ id: "secret", staticScore: "pass-fail", staticFlags: ["eval"] }]);
  expect(files.staticValidator?.fileName).toBe("words.py");
  expect(find(files, "list.cpp")?.program.resources?.map((file) => file.fileName)).toEqual(["read_file.h"]);
  expect(await read("kattis-2025-answers")).toMatchObject({ isSubmitAnswer: true });
});

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
    ["data/secret/3.ans", undefined, undefined],
    ["data/secret/2.ans", undefined, undefined],
    ["data/secret/y.in", undefined, undefined],
    ["generators/generators.yaml", "data", undefined],
    ["submissions/submissions.yaml", "accepted/a.py.permited", 2],
    ["submissions/submissions.yaml", "accepted/a.py.secret.permitted.0", 3],
  ]);
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

test("packages with any damage load or give an error that names a file", { timeout: 60_000 }, async () => {
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

test("the packages are written again as what they were, as far as their losses say", async () => {
  for (const [name, version] of [
    ["kattis-2025-packing", "2025-09"],
    ["kattis-2025-relay", "2025-09"],
    ["kattis-legacy-factors", "legacy"],
  ] as const) {
    const { problem } = await readKattisProblem(join(packages, name));
    const directory = join(root, `again-${name}`);
    const losses = await writeKattisProblem(problem, directory, { version });
    const { problem: back } = await readKattisProblem(directory);
    expect(losses.length).toBeLessThan(20);
    expect(back.tests.map((item) => [item.id, item.input.digest, item.answer?.digest])).toEqual(
      problem.tests.map((item) => [item.id, item.input.digest, item.answer?.digest]),
    );
    expect(back.groups).toEqual(problem.groups);
    expect(byName(back.solutions)).toEqual(byName(problem.solutions));
  }
});
