import { resolve } from "node:path";
import {
  classifySolutions,
  measureStrength,
  type ClassifiedSolutions,
  type StrengthProgress,
  type StrengthReport,
} from "../../forge/index.ts";
import type { Problem } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { toJsonTest } from "../report/render-search.ts";
import { renderStrength } from "../report/render-strength.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine, type StatusLine } from "../view/status-line.ts";
import { readWithTests } from "./read-with-tests.ts";
import { describeProgress, printSaved } from "./search-output.ts";
import { parseSearchFlags, readInputSpec } from "./search-flags.ts";
import type { StrengthFlags } from "./strength.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** Measures and returns the exit code. @throws what reading and judging throw */
export async function runStrength(context: CliContext, packagePath: string, flags: StrengthFlags): Promise<number> {
  const { seed, budget } = parseSearchFlags(flags);
  const mutantCount = parseNumber(flags.mutants, { flag: "--mutants", from: 0, to: 10_000, isWhole: true }) ?? 40;
  const { stdout, stderr, env, cwd } = context;
  using status = createStatusLine(stderr, flags.json === true || stderr.isTTY !== true);
  const onProgress = createListener(context, { status, isJson: flags.json === true });
  const measured = await withJudge(context, flags, async ({ judge, signal }) => {
    const read = await readWithTests(packagePath, { cwd, judge, status, signal });
    const solutions = classifySolutions(read);
    requireMeasurable(read, solutions, packagePath);
    const inputSpec =
      flags.inputSpec === undefined ? read.inputSpec : await readInputSpec(resolve(cwd, flags.inputSpec));
    const problem = { ...read, inputSpec };
    const options = { ...solutions, tests: problem.tests, mutantCount, seed, budget, onProgress };
    return { report: await measureStrength({ judge, problem, signal }, options), problem, solutions };
  });
  status.clear();
  const { report } = measured;
  if (flags.out !== undefined) await writeAdditions(resolve(cwd, flags.out), measured);
  if (flags.json === true) {
    const additions = report.additions.map(toJsonTest);
    stdout.write(`${JSON.stringify({ kind: "strength", ...report, additions })}\n`);
  } else {
    const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
    stdout.write(renderStrength(report, { ...layout, isVerbose: flags.verbose === true, out: flags.out }));
  }
  await printSaved(context, report.additions, flags);
  return isAsDeclared(report) ? exitCodes.solved : exitCodes.unexpected;
}

/** @throws FORGE_NOTHING_TO_MEASURE */
function requireMeasurable({ tests }: Problem, { accepted, wrong }: ClassifiedSolutions, path: string): void {
  const missing =
    accepted.length + wrong.length === 0
      ? "no solution that is declared right or wrong; strength is measured by them"
      : tests.length === 0
        ? "no tests; grandsmith forge makes some"
        : undefined;
  if (missing === undefined) return;
  throw new AppError({ code: "FORGE_NOTHING_TO_MEASURE", message: `${path} has ${missing}`, data: { path } });
}

function createListener(
  { stdout }: CliContext,
  { status, isJson }: { readonly status: StatusLine; readonly isJson: boolean },
): (progress: StrengthProgress) => void {
  return (progress) => {
    if (isJson) stdout.write(`${JSON.stringify(progress)}\n`);
    switch (progress.kind) {
      case "mutants-compiling":
        return status.show(`compiling ${progress.count} mutants`);
      case "row-measured":
        return status.show(`${progress.done} of ${progress.all} programs judged, the last is ${progress.row.name}`);
      case "missed-attacked":
        return status.show(`attacking ${progress.missed} that the tests miss: ${describeProgress(progress.search)}`);
    }
  };
}

/** The tests that the suite misses. */
async function writeAdditions(
  directory: string,
  parts: { readonly report: StrengthReport; readonly problem: Problem; readonly solutions: ClassifiedSolutions },
): Promise<void> {
  const { report, problem, solutions } = parts;
  const { additions: tests, faults } = report;
  const spent = { runs: 0, cpuTimeMs: 0, inputs: 0 };
  const search = report.search ?? ({ end: "nothing-left", oracle: "not needed", spent, survivors: [] } as const);
  const result = { ...search, tests, faults, arms: [] };
  await writeForgeOutput(directory, { problem, candidates: solutions.wrong, gold: solutions.accepted[0], result });
}

function isAsDeclared({ truePositiveRate = 1, trueNegativeRate = 1 }: StrengthReport): boolean {
  return truePositiveRate === 1 && trueNegativeRate === 1;
}
