import { namePattern, nameRule, testIdPattern } from "../../check-problem.ts";
import { compareNatural } from "../../natural-order.ts";
import { toActualText, type ProblemIssue } from "../../problem-issue.ts";
import { createTestData, type TestCase, type TestData } from "../../test-case.ts";
import { suggest } from "../suggest.ts";
import type { ProblemFolder } from "./folder.ts";
import { fileCaps, manifestName } from "./layout.ts";
import type { Manifest } from "./schema.ts";

interface Context {
  readonly folder: ProblemFolder;
  readonly report: (issue: ProblemIssue) => void;
}

/** How many bytes of tests may still be read. */
export interface DataBudget {
  leftBytes: number;
}

/** The tests of a native folder: samples first, natural order, unless `test_order` says otherwise. */
export async function readTests(
  context: Context,
  manifest: Pick<Manifest, "tests" | "test_order" | "groups">,
  budget: DataBudget,
): Promise<readonly TestCase[]> {
  const files = [...(await listTests(context, "samples")), ...(await listTests(context, "tests"))];
  const details = new Map(manifest.tests?.map((entry) => [entry.id, entry]));
  checkIds(context, { field: "tests", ids: manifest.tests?.map((entry) => entry.id) ?? [], files });
  const groupIds = new Set(manifest.groups?.map((group) => group.id));
  const tests: TestCase[] = [];
  for (const { id, path, hasAnswer, names } of files) {
    const entry = details.get(id);
    const input = await readTestData(context, `${path}.in`, budget);
    const answer = hasAnswer ? await readTestData(context, `${path}.ans`, budget) : undefined;
    const own = await readOwnFiles(context, { path, names, order: entry?.files, budget });
    if (input === undefined || (hasAnswer && answer === undefined)) continue;
    const groupId = entry?.group === undefined ? toDefaultGroup(id, groupIds) : (entry.group ?? undefined);
    tests.push({
      id,
      isSample: entry?.sample ?? path.startsWith("samples/"),
      input,
      answer,
      groupId,
      points: entry?.points,
      generatorCall: entry?.generator,
      description: entry?.description,
      hint: entry?.hint,
      args: entry?.args,
      files: own,
      checkerFlags: entry?.checker_flags,
      validatorFlags: entry?.validator_flags,
    });
  }
  return sortTests(context, tests, manifest.test_order);
}

/** A test in a folder named as a group belongs to that group. */
export function toDefaultGroup(id: string, groupIds: ReadonlySet<string>): string | undefined {
  const folder = id.slice(0, Math.max(0, id.lastIndexOf("/")));
  return groupIds.has(folder) ? folder : undefined;
}

/** The test's files without their extensions, relative to the problem's folder. */
export function toTestPath(test: Pick<TestCase, "id" | "isSample">): string {
  return test.isSample && /^sample\/./.test(test.id) ? `samples/${test.id.slice(7)}` : `tests/${test.id}`;
}

interface TestFiles {
  readonly id: string;
  readonly path: string;
  readonly hasAnswer: boolean;
  /** What lies in its `.files` folder. */
  readonly names: readonly string[];
}

const ownFile = /^(.+)\.files\/([^/]+)$/;

async function listTests({ folder, report }: Context, name: "samples" | "tests"): Promise<readonly TestFiles[]> {
  const paths = await folder.list(name);
  const all = new Set(paths);
  const found: TestFiles[] = [];
  const own = new Map<string, string[]>();
  for (const path of paths) {
    const [, owner = "", fileName] = ownFile.exec(path) ?? [];
    if (fileName !== undefined && all.has(`${owner}.in`)) {
      if (!namePattern.test(fileName)) {
        report({ file: `${name}/${path}`, expected: `a name of ${nameRule}`, actual: toActualText(fileName) });
      } else own.set(owner, [...(own.get(owner) ?? []), fileName]);
      continue;
    }
    const [, stem, extension] = /^(.+)\.([^./]*)$/.exec(path) ?? [];
    const id = `${name === "samples" ? "sample/" : ""}${stem ?? ""}`;
    const file = `${name}/${path}`;
    if (stem === undefined || (extension !== "in" && extension !== "ans")) {
      const isAnswer = extension === "out" || extension === "a";
      const advice = isAnswer ? `rename it to ${stem ?? ""}.ans` : undefined;
      report({ file, expected: "files called NAME.in and NAME.ans", actual: toActualText(path), advice });
    } else if (extension === "ans") {
      if (!all.has(`${stem}.in`))
        report({ file, expected: `${stem}.in beside it`, actual: "an answer without an input" });
    } else if (!testIdPattern.test(id)) {
      report({ file, expected: `names of ${nameRule}`, actual: toActualText(stem) });
    } else {
      found.push({ id, path: `${name}/${stem}`, hasAnswer: all.has(`${stem}.ans`), names: own.get(stem) ?? [] });
    }
  }
  return found.toSorted((a, b) => compareNatural(a.id, b.id));
}

/** The files that lie in the solution's working folder, in the order given, else in natural order. */
async function readOwnFiles(
  context: Context,
  source: {
    readonly path: string;
    readonly names: readonly string[];
    readonly order: readonly string[] | undefined;
    readonly budget: DataBudget;
  },
): Promise<TestCase["files"]> {
  const { path, names, order = [], budget } = source;
  for (const name of order) {
    if (names.includes(name)) continue;
    context.report({ file: `${path}.files/${name}`, expected: "a file of the test", actual: "no such file" });
  }
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const files: { fileName: string; data: TestData }[] = [];
  for (const fileName of names.toSorted((a, b) => rank(a) - rank(b) || compareNatural(a, b))) {
    const data = await readTestData(context, `${path}.files/${fileName}`, budget);
    if (data !== undefined) files.push({ fileName, data });
  }
  return files.length === 0 ? undefined : files;
}

/** The bytes of one file of test data, or undefined with the reason reported. */
export async function readTestData(
  { folder, report }: Context,
  path: string,
  budget: DataBudget,
): Promise<TestData | undefined> {
  if (budget.leftBytes < 0) return undefined;
  const bytes = await folder.read(path, fileCaps.test, "a test file");
  if (bytes === undefined) return undefined;
  budget.leftBytes -= bytes.length;
  if (budget.leftBytes < 0) {
    report({ file: path, expected: `at most ${fileCaps.tests} bytes of tests in all`, actual: "more" });
    return undefined;
  }
  return createTestData(bytes);
}

function checkIds(
  { report }: Context,
  list: { readonly field: string; readonly ids: readonly string[]; readonly files: readonly { readonly id: string }[] },
): void {
  const known = new Set(list.files.map((file) => file.id));
  const seen = new Set<string>();
  for (const [index, id] of list.ids.entries()) {
    const isTwin = seen.has(id);
    seen.add(id);
    if (known.has(id) && !isTwin) continue;
    const near = suggest(id, [...known].slice(0, 1000));
    report({
      file: manifestName,
      field: `${list.field}.${index}`,
      expected: isTwin ? "each test once" : "the id of a test, e.g. sample/1 for samples/1.in and 7 for tests/7.in",
      actual: toActualText(id),
      advice: isTwin || near === undefined ? undefined : `did you mean ${near}?`,
    });
  }
}

function sortTests(
  context: Context,
  tests: readonly TestCase[],
  order: readonly string[] | undefined,
): readonly TestCase[] {
  if (order === undefined) return tests;
  checkIds(context, { field: "test_order", ids: order, files: tests });
  const rank = new Map(order.map((id, index) => [id, index]));
  for (const test of tests) {
    if (!rank.has(test.id)) {
      context.report({
        file: manifestName,
        field: "test_order",
        expected: "every test",
        actual: `none called ${test.id}`,
      });
    }
  }
  return tests.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
}
