import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareNatural } from "../../natural-order.ts";
import { AppError } from "../../../std/index.ts";
import type { Problem } from "../../problem.ts";
import type { Statement } from "../../statement.ts";
import { readFrontierCsProblem } from "../frontier-cs/read-frontier-cs-problem.ts";
import { writeFrontierCsProblem } from "../frontier-cs/write-frontier-cs-problem.ts";
import { readLibraryCheckerProblem } from "../library-checker/read-library-checker-problem.ts";
import { writeLibraryCheckerProblem } from "../library-checker/write-library-checker-problem.ts";
import { readPolygonProblem } from "../polygon/read-polygon-problem.ts";
import { writePolygonProblem } from "../polygon/write-polygon-problem.ts";
import { readProblemResult } from "../read-problem.ts";

const packages = resolve(import.meta.dirname, "../../../../test/packages");
let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-packages-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function listPackages(): Promise<readonly string[]> {
  return (await readdir(packages)).filter((name) => /^(?:polygon|frontier-cs|library-checker)-/.test(name));
}

const writers = {
  polygon: { read: readPolygonProblem, write: writePolygonProblem },
  "frontier-cs": { read: readFrontierCsProblem, write: writeFrontierCsProblem },
  "library-checker": { read: readLibraryCheckerProblem, write: writeLibraryCheckerProblem },
} as const;

function isWritten(format: string): format is keyof typeof writers {
  return Object.hasOwn(writers, format);
}

/** A copy of a package with some files replaced; `undefined` removes one. */
async function change(name: string, files: Readonly<Record<string, string | undefined>>): Promise<string> {
  const directory = join(root, `${count++}`, name);
  await cp(join(packages, name), directory, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) await rm(join(directory, path), { recursive: true });
    else await writeFile(join(directory, path), content);
  }
  return directory;
}

async function edit(name: string, path: string, from: string | RegExp, to: string): Promise<string> {
  const text = await readFile(join(packages, name, path), "utf8");
  expect(text.replace(from, to)).not.toBe(text);
  return change(name, { [path]: text.replace(from, to) });
}

function toCode(cause: unknown): string {
  return AppError.is(cause) ? cause.code : `a crash: ${String(cause)}`;
}

async function readFault(directory: string): Promise<string> {
  const fault: unknown = await readProblemResult(directory).catch((cause: unknown) => cause);
  expect(fault).toMatchObject({ code: "PROBLEM_INVALID" });
  return String(fault);
}

test("every package of ours loads, and what is written of it reads back as the same problem", async () => {
  const names = await listPackages();
  expect(names.length).toBeGreaterThanOrEqual(7);
  for (const name of names) {
    const { problem } = await readProblemResult(join(packages, name));
    const { format } = problem.provenance;
    if (!isWritten(format)) throw new Error(format);
    const directory = join(root, `${count++}`, problem.id);
    await writers[format].write(problem, directory);
    const again = (await writers[format].read(directory)).problem;
    expect({ name, ...toHeld(again) }).toEqual({ name, ...toHeld(problem) });
  }
});

function toText(statement: Statement): Statement {
  return { ...statement, isPlaceholder: undefined };
}

/** The problem but for what the formats have no place for: placeholder marks, ids of Frontier-CS tests, names that clash. */
function toHeld(problem: Problem): Problem {
  const isFrontier = problem.provenance.format === "frontier-cs";
  return {
    ...problem,
    statements: [toText(problem.statements[0]), ...problem.statements.slice(1).map(toText)],
    tests: problem.tests.map((item, index) => ({ ...item, id: isFrontier ? String(index) : item.id })),
    solutions: problem.solutions
      .map((item) => ({ ...item, program: { ...item.program, fileName: isFrontier ? "" : item.program.fileName } }))
      .toSorted((a, b) => (isFrontier ? compareNatural(a.name, b.name) : 0)),
  };
}

test("a standard Polygon package plans the tests that it does not hold", async () => {
  const { problem, losses } = await readPolygonProblem(join(packages, "polygon-distinct-sum"));
  expect(problem.tests.map((item) => item.id)).toEqual(["01", "02", "03", "pretests/01"]);
  expect(problem.plannedTests?.map((item) => item.generatorCall)).toContain("edge 99999 1");
  expect(problem.scoring).toEqual({ kind: "partial", maximum: 100 });
  expect(problem.groups[2]).toMatchObject({ id: "2", points: 60, aggregation: "complete", dependsOn: ["0", "1"] });
  expect(problem.validatorTests?.map((item) => item.verdict ?? item.kind)).toEqual([
    "valid-input",
    "invalid-input",
    "invalid-input",
    "invalid-input",
    "valid-input",
    "valid-output",
    "wrong-answer",
    "wrong-answer",
    "presentation-error",
    "judge-failed",
  ]);
  expect(losses.map((loss) => loss.reason).join("\n")).toMatch(/FreeMarker test scripts are not expanded/);
});

test("programs get the headers that they include, flat beside them", async () => {
  const { problem } = await readLibraryCheckerProblem(join(packages, "library-checker-range-sum"));
  const random = problem.generators.find((item) => item.name === "random")?.program;
  expect(random?.resources?.map((item) => item.fileName)).toEqual(["common.hpp", "base.hpp", "params.h"]);
  expect(random?.resources?.[0]?.source).toContain('#include "params.h"');
  expect(random?.resources?.[2]?.source).toBe(
    "#define N_AND_Q_MAX (long long)200000\n#define A_MAX (long long)1000000000\n" +
      '#define A_MIN (long long)-1000000000\n#define LABEL "sums"\n#define SHARE 0.5\n',
  );
});

test("faults of a Polygon package are named with file, field and line, several at once", async () => {
  const name = "polygon-guess-mass";
  for (const [from, to, expected] of [
    ["<problem ", "<!DOCTYPE p [<!ENTITY a 'b'>]><problem x='&a;' ", /problem\.xml:\d+: expected well-formed XML/],
    ["</names>", "", /problem\.xml:\d+: expected well-formed XML/],
    ["<problem ", "<contest/><problem ", /well-formed XML/],
    [
      ">2000<",
      ">fast<",
      /problem\.xml:13: judging\.testset\.time-limit: expected a whole number of milliseconds, got "fast"/,
    ],
    [">6</test-count>", ">7</test-count>", /test-count: expected 6, as many as there are tests, got 7/],
    [">6</test-count>", ">1e9</test-count>", /test-count: expected a whole number up to 10000/],
    ["tests/%02d<", "tests/%s<", /input-path-pattern: expected a path with one number/],
    ["tests/%02d<", "../../%02d<", /\.\.\/\.\.\/01.*expected the input of test 1.*no such file/],
    ['tag="rejected"', 'tag="wrong-anser"', /expected one of main.*\(did you mean wrong-answer\?\)/],
    ['path="solutions/silent.cpp"', 'path="../../x.cpp"', /a path that leads out of the problem's folder/],
    ['path="solutions/silent.cpp"', 'path="/etc/passwd"', /a path that leads out of the problem's folder/],
    [
      '<source path="files/interactor.cpp" type="cpp.g++17"/>',
      "",
      /assets\.interactor: expected a <source> with a path/,
    ],
  ] as const) {
    expect(await readFault(await edit(name, "problem.xml", from, to))).toMatch(expected);
  }
  const several = await change(name, { "files/gen.cpp": undefined, "tests/06": undefined });
  expect(await readFault(several)).toMatch(/tests\/06.*\n.*files\/gen\.cpp|files\/gen\.cpp[^]*tests\/06/);
});

test("faults of Frontier-CS and library-checker folders are named with file, field and line", async () => {
  const frontier = "frontier-cs-hidden-number";
  for (const [from, to, expected] of [
    [
      "time_limit: 2000",
      "time_limit: soon",
      /config\.yaml:4: time_limit: expected a duration such as "2s" or "250ms", got "soon"/,
    ],
    ["type: interactive", "type: interactiv", /config\.yaml:1: type: expected one of.*did you mean interactive/],
    ["n_cases: 3", "n_cases: 4", /testdata\/4\.in: expected a test file, got no such file/],
    ["n_cases: 3", "n_cases: many", /subtasks\.0\.n_cases: expected a number, got "many"/],
    ["n_cases: 3", "cases: [{ input: ../../../x }]", /leads out of the problem's folder/],
    ["type: interactive", "type: [", /expected valid YAML/],
  ] as const) {
    expect(await readFault(await edit(frontier, "config.yaml", from, to))).toMatch(expected);
  }
  const alone = await change(frontier, { "interactor.cc": undefined });
  expect(await readFault(alone)).toMatch(/interactor: expected the interactor of a problem of type interactive/);
  const library = "library-checker-two-colors";
  for (const [from, to, expected] of [
    ["timelimit = 5.0", "", /timelimit: expected a number.*got nothing/],
    ["number = 4", 'number = "4"', /info\.toml:12: tests\.1\.number: expected.*got "4"/],
    ['expect = "RE"', 'expect = "CE"', /solutions\.2\.expect: expected one of/],
    ['title = "Two', "title = Two", /info\.toml:1: expected valid TOML/],
    ["number = 2", "number = 3", /gen\/example_02\.in: expected a test file, got no such file/],
    ["judge/colors.cpp", "judge/colours.cpp", /judge\/colours\.cpp: checker: expected the checker, got no such file/],
    ["long_path.cpp", "../../../etc/x.cpp", /leads out of the problem's folder/],
  ] as const) {
    expect(await readFault(await edit(library, "info.toml", from, to))).toMatch(expected);
  }
});

test("links out of the folder, cyclic includes and endless nesting do no harm", async () => {
  const linked = await change("frontier-cs-smith-tour", { "chk.cc": undefined });
  await symlink("/etc/passwd", join(linked, "chk.cc"));
  expect(await readFault(linked)).toMatch(/chk\.cc: expected a source file, got a symbolic link that leads out/);
  const cyclic = await change("library-checker-range-sum", {
    "base.hpp": '#include "base.hpp"\n#include "gen/common.hpp"\n',
  });
  expect((await readProblemResult(cyclic)).problem.generators).toHaveLength(2);
  const deep = await change("polygon-guess-mass", { "problem.xml": "<problem>".repeat(100_000) });
  expect(await readFault(deep)).toMatch(/problem\.xml/);
  const huge = await change("polygon-guess-mass", {});
  await mkdir(join(huge, "files/interactor2.cpp"));
  await writeFile(join(huge, "problem.xml"), Buffer.alloc(5 * 2 ** 20, 32));
  expect(await readFault(huge)).toMatch(/at most 4 MiB/);
});

test("mutated manifests load or give an error that names a file", { timeout: 180_000 }, async () => {
  const manifests = [
    ["polygon-distinct-sum", "problem.xml"],
    ["polygon-guess-mass", "problem.xml"],
    ["frontier-cs-knapsack", "config.yaml"],
    ["library-checker-range-sum", "info.toml"],
    ["library-checker-two-colors", "task.md"],
  ] as const;
  const copies = await Promise.all(
    manifests.map(async ([name, path]) => ({ path, directory: await change(name, {}) })),
  );
  const pieces = fc.constantFrom(
    "",
    "<",
    ">",
    '"',
    "=",
    "\0",
    "../",
    "%",
    "[",
    "-1",
    "1e999",
    "\n",
    "é",
    "tests",
    "{",
    "#",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...copies),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), pieces), {
        minLength: 1,
        maxLength: 3,
      }),
      async ({ path, directory }, edits) => {
        const file = join(directory, path);
        const original = await readFile(join(packages, basename(directory), path), "utf8");
        let text = original;
        for (const [where, cut, piece] of edits) {
          const at = Math.floor(where * text.length);
          text = text.slice(0, at) + piece + text.slice(at + cut);
        }
        await writeFile(file, text);
        expect(["loaded", "PROBLEM_INVALID"]).toContain(
          await readProblemResult(directory).then(() => "loaded", toCode),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test("what a format cannot say is refused or named, never dropped in silence", async () => {
  const { problem } = await readFrontierCsProblem(join(packages, "frontier-cs-hidden-number"));
  const losses = await writePolygonProblem(problem, join(root, "to-polygon"));
  const told = losses.map((loss) => `${loss.field}: ${loss.reason}`).join("\n");
  expect(told).toMatch(/tests: ids and order become numbers/);
  expect(told).toMatch(/scoring: open-ended scoring/);
  expect(told).toMatch(/interactor\.convention/);
  await expect(writeLibraryCheckerProblem(problem, join(root, "to-library"))).rejects.toMatchObject({
    code: "PROBLEM_UNWRITABLE",
    message: expect.stringMatching(/interactor: expected a problem without interaction/),
  });
  await expect(writePolygonProblem(problem, join(root, "to-polygon"))).rejects.toMatchObject({
    message: expect.stringMatching(/expected a new or empty folder/),
  });
});
