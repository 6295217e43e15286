import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { JudgingFlags } from "./with-judge.ts";

export interface VerifyFlags extends JudgingFlags {
  readonly submission?: readonly string[];
  readonly maxTime?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** `grandsmith verify PACKAGE`: a whole package against what it declares. */
export function addVerifyCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  program
    .command("verify")
    .summary("check a problem package against what it declares")
    .description(
      "Builds all programs of a package, makes and validates every input, checks every answer, judges every solution\n" +
        "and compares verdicts and points with what the package expects. Measures the time limit where it is left open.",
    )
    .argument("<PACKAGE>", "a folder or .zip in any format that is read (native, Kattis, Polygon, Frontier-CS, …)")
    .option("-v, --verbose", "all solutions, tests and limits instead of what is unexpected")
    .option("--json", "one JSON object with everything")
    .option("--submission <PATTERN...>", "only solutions whose name matches (`*` stands for anything but `/`)")
    .option("--max-time <SECONDS>", "what a solution may take while the time limit is measured", "60")
    .option("--jobs <N>", "programs that are compiled or run at once (default: one a core)")
    .option("--sandbox <TIER>", "isolation: R, U, B or L only (default: the strongest that works)")
    .option("--journal <FOLDER>", "keep results there, and take those that are there instead of running again")
    .action(async (path: string, flags: VerifyFlags) => {
      const { runVerify } = await import("./run-verify.ts");
      setExitCode(await runVerify(context, path, flags));
    });
}
