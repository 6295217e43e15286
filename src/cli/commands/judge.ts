import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { JudgingFlags } from "./with-judge.ts";

export interface JudgeFlags extends JudgingFlags {
  readonly language?: string;
  readonly stop?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** `grandsmith judge SOLUTION PACKAGE`: one program on all tests of a package. */
export function addJudgeCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  program
    .command("judge")
    .summary("judge one program on a package's tests")
    .description(
      "Compiles a program and runs it on all tests of a package: verdict, points, time, memory, first fault.",
    )
    .argument("<SOLUTION>", "the program's source file")
    .argument("<PACKAGE>", "a problem in any format that is read")
    .option("--language <LANGUAGE>", "its language, e.g. cpp20 (default: by the file's extension)")
    .option("--stop", "stop at the first test that fails")
    .option("-v, --verbose", "one line a test")
    .option("--json", "one JSON object with everything")
    .option("--jobs <N>", "programs that are compiled or run at once (default: one a core)")
    .option("--sandbox <TIER>", "isolation: R, U, B or L only (default: the strongest that works)")
    .option("--journal <FOLDER>", "keep results there, and take those that are there instead of running again")
    .action(async (solutionPath: string, packagePath: string, flags: JudgeFlags) => {
      const { runJudge } = await import("./run-judge.ts");
      setExitCode(await runJudge(context, { solutionPath, packagePath }, flags));
    });
}
