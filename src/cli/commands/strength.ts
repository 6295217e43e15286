import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addSearchOptions, packageArgument, type SearchFlags } from "./forge.ts";

export interface StrengthFlags extends SearchFlags {
  readonly mutants?: string;
  readonly verbose?: boolean;
  readonly inputSpec?: string;
}

/** `grandsmith strength PACKAGE`: how strong its tests are. */
export function addStrengthCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("strength")
    .summary("say how strong a package's tests are")
    .description(
      "Runs right and wrong solutions, and mutants of the first right C++ one, on all tests: who kills what, which tests " +
        "alone kill something, which can go. For what the tests miss, new ones are searched for; mutants that survive " +
        "those too are set aside as probably equivalent.\n" +
        "Exit code 0: right solutions pass, wrong ones fail.",
    )
    .argument("<PACKAGE>", packageArgument)
    .option("--mutants <N>", "mutants of the first accepted C++ solution (default: 40)")
    .option("--input-spec <FILE>", "an input specification, instead of the package's")
    .option("-v, --verbose", "one line a mutant");
  addSearchOptions(command).action(async (packagePath: string, flags: StrengthFlags) => {
    const { runStrength } = await import("./run-strength.ts");
    setExitCode(await runStrength(context, packagePath, flags));
  });
}
