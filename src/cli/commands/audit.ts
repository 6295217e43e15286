import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { JudgingFlags } from "./with-judge.ts";

export interface AuditFlags extends JudgingFlags {
  readonly seconds?: string;
  readonly only?: string;
  readonly out?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** `grandsmith audit PACKAGE`: what is wrong with a package though it reads well. */
export function addAuditCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  program
    .command("audit")
    .summary("look for what is wrong with a problem package")
    .description(
      "Tries programs that cannot have solved anything, junk and respelled outputs before the checker, broken inputs\n" +
        "before the validators, contestants that leave or flood before the interactor, and looks for files that do not\n" +
        "resolve. Each finding comes with the command that shows it again.",
    )
    .argument("<PACKAGE>", "a folder or .zip in any format that is read (native, Kattis, Polygon, Frontier-CS, …)")
    .option("-v, --verbose", "all hints, and what each check looked at")
    .option("--json", "one JSON object with everything")
    .option("--seconds <S>", "time for all checks together; those it does not suffice for are cut short", "180")
    .option("--only <CHECKS>", "only these checks, separated by commas")
    .option("--out <FOLDER>", "where files that reproduce findings go (default: grandsmith-out/audit-PACKAGE)")
    .option("--jobs <N>", "programs that are compiled or run at once (default: one a core)")
    .option("--sandbox <TIER>", "isolation: R, U, B or L only (default: the strongest that works)")
    .option("--journal <FOLDER>", "keep results there, and take those that are there instead of running again")
    .action(async (path: string, flags: AuditFlags) => {
      const { runAudit } = await import("./run-audit.ts");
      setExitCode(await runAudit(context, path, flags));
    });
}
