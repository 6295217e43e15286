import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

/** `grandsmith doctor`: what is here, what is missing and how to get it. */
export function addDoctorCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  program
    .command("doctor")
    .summary("say what is missing on this machine and how to get it")
    .description("Checks Node, compilers, sandbox, models and store. Fails when solving cannot work here.")
    .option("--self-test", "also try each language (right, wrong, too slow, too large) and each limit of the sandbox")
    .option("--json", "one JSON object")
    .action(async (flags: { readonly selfTest?: boolean; readonly json?: boolean }) => {
      const { runDoctor } = await import("./run-doctor.ts");
      setExitCode(await runDoctor(context, flags));
    });
}
