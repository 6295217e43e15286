import { resolve } from "node:path";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { toJudgeExitCode } from "../exit-codes.ts";
import { renderJudgement } from "../report/render-judgement.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { JudgeFlags } from "./judge.ts";
import { readProgram } from "./read-program.ts";
import { readWithTests } from "./read-with-tests.ts";
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
    const problem = await readWithTests(paths.packagePath, { cwd, judge, status, signal });
    status.show("judging");
    const { tests, limits } = problem;
    const how = { signal, stopsAtFirstFailure: flags.stop === true };
    return { report: await judge.judge(program, { problem, tests }, how), limits };
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
