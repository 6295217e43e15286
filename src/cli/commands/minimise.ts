import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addSearchOptions, type SearchFlags } from "./forge.ts";

export interface MinimiseFlags extends Omit<SearchFlags, "out"> {
  readonly inputSpec?: string;
  readonly out?: string;
}

/** `grandsmith minimise INPUT SOLUTION PACKAGE`: the smallest valid input that the program still fails. */
export function addMinimiseCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("minimise")
    .summary("shrink an input that a program fails")
    .description(
      "Shrinks an input while it stays valid and the program still fails it, against the package's right solution.\n" +
        "Prints the input; --out writes INPUT and answer as for forge. Exit code 6: the program does not fail it.",
    )
    .argument("<INPUT>", "a file with the input")
    .argument("<SOLUTION>", "the program's source file")
    .argument("<PACKAGE>", "a problem in any format that is read")
    .option("--input-spec <FILE>", "an input specification, instead of the package's");
  addSearchOptions(command).action(
    async (inputPath: string, solutionPath: string, packagePath: string, flags: MinimiseFlags) => {
      const { runMinimise } = await import("./run-minimise.ts");
      setExitCode(await runMinimise(context, { inputPath, solutionPath, packagePath }, flags));
    },
  );
}
