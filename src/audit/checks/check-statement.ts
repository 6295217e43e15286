import type { Statement, TestCase } from "../../problem/index.ts";
import type { AuditCheck, AuditContext } from "../contract.ts";
import { hasSameTokens, locateData, toText } from "../locate.ts";
import { readSourceText } from "../package-files.ts";
import { findBounds, findFirstLine, type StatementBound } from "../statement-bounds.ts";
import { findSampleBlocks } from "../statement-samples.ts";

/** The statement against the package: pictures, samples, and bounds as far as a simple reading finds them. */
export const checkStatement: AuditCheck = {
  name: "statement",
  async run(context) {
    const { statements } = context.problem;
    const bounds = statements.flatMap((statement) => findBounds(statement.markdown));
    for (const statement of statements) {
      reportMissingImages(context, statement);
      reportSamples(context, findSampleBlocks(statement.markdown), statementName(statement));
    }
    await checkPolygonExamples(context);
    await reportBeyondBounds(context, bounds);
    const note = `${statements.length} statements, ${bounds.length} bounds read from them`;
    return { status: "done", note };
  },
};

function statementName({ languageTag }: Statement): string {
  return `statement (${languageTag})`;
}

function reportMissingImages({ report }: AuditContext, statement: Statement): void {
  const known = new Set(statement.images.map((image) => image.reference));
  const references = [...statement.markdown.matchAll(/!\[[^\]\n]{0,500}\]\(([^()\s]{1,500})\)/g)];
  for (const reference of new Set(references.map((match) => match[1] ?? ""))) {
    if (known.has(reference) || /^[a-z]+:|^\/\//i.test(reference)) continue;
    const message = `shows the picture ${reference}, which is not in the package`;
    report({ severity: "warning", code: "image-missing", file: statementName(statement), message });
  }
}

type SampleBlock = ReturnType<typeof findSampleBlocks>[number];

function reportSamples({ problem, report }: AuditContext, blocks: readonly SampleBlock[], file: string): void {
  if (problem.interactor !== undefined) return;
  const tested = blocks.map((block) => ({
    ...block,
    test: problem.tests.find((test) => hasSameTokens(toText(test.input), block.input)),
  }));
  const [absent, ...others] = tested.filter(({ test }) => test === undefined);
  if (absent !== undefined) {
    const many =
      others.length === 0 ? "a sample of the statement is" : `${others.length + 1} samples of the statement are`;
    const message = `${many} the input of no test: ${JSON.stringify(absent.input.trim().slice(0, 60))}`;
    report({ severity: "warning", code: "sample-not-tested", file, message });
  }
  if (problem.checker.kind === "program") return;
  for (const [index, { test, output }] of tested.entries()) {
    if (test === undefined || !isOtherOutput(test, output)) continue;
    const message = `sample ${index + 1} shows another output than the answer of test ${test.id}`;
    report({ severity: "warning", code: "sample-differs", file, message });
  }
}

function isOtherOutput({ answer }: TestCase, output: string | undefined): boolean {
  return answer !== undefined && output !== undefined && !hasSameTokens(toText(answer), output);
}

/** Polygon keeps the samples that the statement shows in files of their own. */
async function checkPolygonExamples(context: AuditContext): Promise<void> {
  const { files } = context;
  if (files.directory === undefined) return;
  const paths = files.entries.map((entry) => entry.path);
  for (const path of paths.filter((item) => /(?:^|\/)statement-sections\/[^/]+\/example\.\d+$/.test(item))) {
    const input = await readSourceText(files.directory, path);
    const output = await readSourceText(files.directory, `${path}.a`);
    if (input !== undefined) reportSamples(context, [{ input, output }], path);
  }
}

async function reportBeyondBounds(context: AuditContext, bounds: readonly StatementBound[]): Promise<void> {
  if (bounds.length === 0) return;
  const highest = bounds.reduce((most, { high }) => (high > most ? high : most), bounds[0]?.high ?? 0n);
  const lowest = bounds.reduce((least, { low }) => (low < least ? low : least), 0n);
  const names = context.problem.statements
    .map(({ markdown }) => findFirstLine(markdown))
    .find((list) => list.length > 0);
  const hint = "by a simple reading of the statement, which may be wrong";
  for (const test of context.problem.tests) {
    context.signal.throwIfAborted();
    const found = findOutside(toText(test.input), { lowest, highest }) ?? findNamedOutside(test, names ?? [], bounds);
    if (found === undefined) continue;
    context.report({
      severity: "hint",
      code: "input-beyond-statement",
      file: await locateData(context, test, test.input),
      message: `test ${test.id}: ${found} (${hint})`,
    });
  }
}

function findOutside(
  text: string,
  { lowest, highest }: { readonly lowest: bigint; readonly highest: bigint },
): string | undefined {
  for (const [token] of text.matchAll(/(?<![^\s])-?\d{1,40}(?![^\s])/g)) {
    const value = BigInt(token);
    if (value > highest) return `${token} is more than every bound of the statement, ${highest} at most`;
    if (value < lowest) return `${token} is less than every bound of the statement, ${lowest} at least`;
  }
  return undefined;
}

function findNamedOutside(
  test: TestCase,
  names: readonly string[],
  bounds: readonly StatementBound[],
): string | undefined {
  const tokens = (toText(test.input).split("\n")[0] ?? "").trim().split(/\s+/);
  if (names.length === 0 || tokens.length !== names.length) return undefined;
  for (const [index, name] of names.entries()) {
    const own = bounds.filter((bound) => bound.name === name);
    const token = tokens[index] ?? "";
    if (own.length === 0 || !/^-?\d{1,40}$/.test(token)) continue;
    const value = BigInt(token);
    if (own.every(({ low, high }) => value < low || value > high)) {
      return `${name} is ${token}, the statement says ${own[0]?.low} to ${own[0]?.high}`;
    }
  }
  return undefined;
}
