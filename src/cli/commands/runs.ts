import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

/** `grandsmith runs` and `grandsmith runs show RUN`. */
export function addRunsCommand(program: Command, context: CliContext): void {
  const command = program
    .command("runs")
    .summary("list runs, or show one")
    .description("Lists the runs on this machine, newest first.")
    .option("--limit <N>", "how many", "20")
    .option("--json", "one JSON object")
    .action(async (flags: { readonly limit: string; readonly json?: boolean }) => {
      const { printRuns } = await import("./print-runs.ts");
      printRuns(context, flags);
    });
  command
    .command("show")
    .summary("what happened in a run")
    .description("Shows a run: its result, tests, effects and events.")
    .argument("<RUN>", "the run's id, or a part that only it has")
    .option("--events", "all events as well")
    .option("--json", "one JSON object")
    .action(async (runId: string, _flags: unknown, self: Command) => {
      const { printRun } = await import("./print-run.ts");
      printRun(context, runId, self.optsWithGlobals());
    });
}
