import { resolve } from "node:path";
import { classifySolutions, measureStrength, type StrengthReport } from "../../forge/index.ts";
import { readProblemResult } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import { makeTests } from "../../verify/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { toJsonTest } from "../report/render-search.ts";
import { renderStrength } from "../report/render-strength.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import { printSaved } from "./search-output.ts";
import { parseSearchFlags, readInputSpec } from "./search-flags.ts";
import type { StrengthFlags } from "./strength.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** Measures and returns the exit code. @throws what reading and judging throw */
export async function runStrength(context: CliContext, packagePath: string, flags: StrengthFlags): Promise<number> {
  const { seed, budget } = parseSearchFlags(flags);
  const mutantCount = parseNumber(flags.mutants, { flag: "--mutants", from: 0, to: 10_000, isWhole: true }) ?? 40;
  const { stdout, stderr, env, cwd } = context;
  using status = createStatusLine(stderr, flags.json === true || stderr.isTTY !== true);
  const report = await withJudge(context, flags, async ({ judge, signal }) => {
    status.show("reading the package");
    const read = await readProblemResult(resolve(cwd, packagePath), { signal });
    const { problem } = await makeTests({ judge, signal }, read.problem);
    const inputSpec =
      flags.inputSpec === undefined ? problem.inputSpec : await readInputSpec(resolve(cwd, flags.inputSpec));
    const { accepted, wrong } = classifySolutions(problem);
    if (accepted.length + wrong.length === 0) {
      throw new AppError({
        code: "FORGE_NOTHING_TO_MEASURE",
        message: `${packagePath} has no solution that is declared right or wrong; strength is measured by them`,
        data: { path: packagePath },
      });
    }
    const onRow = ({ name }: { readonly name: string }): void => status.show(`${name} is done`);
    return measureStrength(
      { judge, problem: { ...problem, inputSpec }, signal },
      { tests: problem.tests, accepted, wrong, mutantCount, seed, budget, onRow },
    );
  });
  status.clear();
  if (flags.json === true) {
    const additions = report.additions.map(toJsonTest);
    stdout.write(`${JSON.stringify({ kind: "strength", ...report, additions })}\n`);
  } else {
    const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
    stdout.write(renderStrength(report, { ...layout, isVerbose: flags.verbose === true }));
  }
  await printSaved(context, report.additions, flags);
  return isAsDeclared(report) ? exitCodes.solved : exitCodes.unexpected;
}

function isAsDeclared({ truePositiveRate = 1, trueNegativeRate = 1 }: StrengthReport): boolean {
  return truePositiveRate === 1 && trueNegativeRate === 1;
}
