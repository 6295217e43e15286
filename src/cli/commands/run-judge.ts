import { resolve } from "node:path";
import { readPackage } from "../../app/index.ts";
import { AppError } from "../../std/index.ts";
import { makeTests } from "../../verify/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { toJudgeExitCode } from "../exit-codes.ts";
import { renderJudgement } from "../report/render-judgement.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { JudgeFlags } from "./judge.ts";
import { readProgram } from "./read-program.ts";
import { withJudge } from "./with-judge.ts";

/** Judges one program and returns the exit code. @throws what reading the program and the package throws */
export async function runJudge(
  context: CliContext,
  paths: { readonly solutionPath: string; readonly packagePath: string },
  flags: JudgeFlags,
): Promise<number> {
  const { stdout, stderr, env, cwd } = context;
  const program = await readProgram(resolve(cwd, paths.solutionPath), flags.language);
  using status = createStatusLine(stderr, flags.json === true || stderr.isTTY !== true);
  const judged = await withJudge(context, flags, async ({ judge, signal }) => {
    status.show("reading the package");
    const { problem } = await readPackage(paths.packagePath, { cwd, signal });
    status.show("making tests");
    const made = await makeTests({ judge, signal }, problem);
    const [missing] = (problem.plannedTests ?? []).length > made.made ? made.findings : [];
    if (missing !== undefined) {
      const message = `test ${missing.subject} cannot be made: ${missing.message}; run grandsmith verify for all faults`;
      throw new AppError({ code: "PROBLEM_TESTS_MISSING", message, data: { subject: missing.subject } });
    }
    status.show("judging");
    const { tests, limits } = made.problem;
    const how = { signal, stopsAtFirstFailure: flags.stop === true };
    return { report: await judge.judge(program, { problem: made.problem, tests }, how), limits };
  });
  status.clear();
  const { report, limits } = judged;
  const exitCode = toJudgeExitCode(report.verdict);
  const layout = {
    limits,
    width: toWidth(stdout),
    palette: createPalette(hasColor(stdout, env)),
    isVerbose: flags.verbose === true,
  };
  if (flags.json === true) stdout.write(`${JSON.stringify({ kind: "judgement", exitCode, limits, ...report })}\n`);
  else stdout.write(renderJudgement(report, layout));
  return exitCode;
}
