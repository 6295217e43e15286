import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Problem } from "../../problem.ts";
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

test("kattis-2023-kiln: generators.yaml alone gives named folders, names in calls, listed counts and included folders", async () => {
  const { problem } = await readKattisProblem(join(packages, "kattis-2023-kiln"));
  const all = [...problem.tests, ...(problem.plannedTests ?? [])];
  const edges = ["alone", "nested", "touching", "wide-3", "wide-5", "wide-8"];
  expect(all.map((item) => item.id).toSorted()).toEqual([
    "sample/1",
    "sample/2",
    ...edges.map((name) => `secret/edges/${name}`),
    "secret/pairs/narrow",
    "secret/pairs/wide",
    ...["alone", "narrow", ...edges.slice(1)].map((name) => `secret/together/${name}`),
  ]);
  const calls = Object.fromEntries(all.map((item) => [item.id, item.generatorCall]));
  expect(calls["secret/edges/wide-8"]).toMatch(/^bands\.py wide-8 8 2 12 \d+$/);
  expect(calls["secret/together/wide-8"]).toBe(calls["secret/edges/wide-8"]);
  expect(calls["secret/pairs/narrow"]).toMatch(/^bands\.py narrow 40 3 1300 \d+$/);
  expect(problem.groups.find((group) => group.id === "secret/edges")).toMatchObject({ validatorFlags: ["--few"] });
  expect(problem.validatorTests?.map((item) => item.id)).toEqual(["no_room", "none", "too_hot", "upside_down"]);
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
