import { readPackage } from "../../app/index.ts";
import { createIdMatcher, type Solution } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import { verifyProblem, type VerifyProgress } from "../../verify/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderVerification } from "../report/render-verification.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { VerifyFlags } from "./verify.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** Verifies a package and returns the exit code. @throws what reading it throws */
export async function runVerify(context: CliContext, path: string, flags: VerifyFlags): Promise<number> {
  const longest = parseNumber(flags.maxTime, { flag: "--max-time", from: 0.001, to: 3600, isWhole: false }) ?? 60;
  const isWanted = createWish(flags.submission);
  const { stdout, env, cwd } = context;
  const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
  const isQuiet = flags.json === true;
  using status = createStatusLine(context.stderr, isQuiet);
  const onProgress = (event: VerifyProgress): void =>
    status.show(event.kind === "step-started" ? event.step : `judged ${event.submission.name}`);
  const report = await withJudge(context, flags, async ({ judge, jobs, signal }) => {
    status.show("reading the package");
    const read = await readPackage(path, { cwd, signal });
    const options = { longestTimeMs: Math.round(longest * 1000), jobs, isWanted };
    return verifyProblem({ judge, signal, onProgress }, read, options);
  });
  status.clear();
  const exitCode = report.isGood ? exitCodes.solved : exitCodes.unexpected;
  if (isQuiet) stdout.write(`${JSON.stringify({ kind: "verification", exitCode, ...report })}\n`);
  else stdout.write(renderVerification(report, { ...layout, isVerbose: flags.verbose === true }));
  return exitCode;
}

function createWish(patterns: readonly string[] | undefined): ((solution: Solution) => boolean) | undefined {
  if (patterns === undefined) return undefined;
  const matchers = patterns.map((pattern) => {
    const matcher = createIdMatcher(pattern);
    if (matcher !== undefined) return matcher;
    const message = `--submission: expected a name with * or {a,b}, got ${JSON.stringify(pattern)}`;
    throw new AppError({ code: "USAGE_INVALID", message, data: { field: "--submission" } });
  });
  return (solution) => matchers.some((isMeant) => isMeant(solution.name) || isMeant(solution.program.fileName));
}
