import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addBudgetOptions, packageArgument, type SearchFlags } from "./forge.ts";

export interface MinimiseFlags extends Omit<SearchFlags, "seed" | "saveCall"> {
  readonly inputSpec?: string;
}

/** `grandsmith minimise INPUT SOLUTION PACKAGE`: the smallest valid input that the program still fails. */
export function addMinimiseCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("minimise")
    .summary("shrink an input that a program fails")
    .description(
      "Shrinks an input while it stays valid and the program still fails it, against the package's right solution. " +
        "The smallest input goes to standard output, what is known of it to standard error; --out and --save write it " +
        "with its answer.\n" +
        "Exit code 6: the program does not fail it.",
    )
    .argument("<INPUT>", "a file with the input")
    .argument("<SOLUTION>", "the program's source file")
    .argument("<PACKAGE>", packageArgument)
    .option("--input-spec <FILE>", "an input specification, instead of the package's");
  addBudgetOptions(command).action(
    async (inputPath: string, solutionPath: string, packagePath: string, flags: MinimiseFlags) => {
      const { runMinimise } = await import("./run-minimise.ts");
      setExitCode(await runMinimise(context, { inputPath, solutionPath, packagePath }, flags));
    },
  );
}
