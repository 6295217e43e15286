import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addSearchOptions, type SearchFlags } from "./forge.ts";

export interface StressFlags extends SearchFlags {
  readonly genArgs?: readonly string[];
  readonly validator?: string;
  readonly checker?: string;
  readonly bruteForce?: boolean;
  readonly time?: string;
  readonly memory?: string;
  readonly all?: boolean;
}

/** `grandsmith stress GEN BRUTE SOL…`: any programs against each other, without a package. */
export function addStressCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("stress")
    .summary("find and shrink an input on which programs differ")
    .description(
      "Runs programs on generated inputs until they differ, and shrinks the input. The first program is the brute force, " +
        "whose answers count. With a package as GEN, its specification, generators, validators, checker and limits hold.\n" +
        "Exit code 0: no difference was found; 6: a difference.",
    )
    .argument("<GEN>", "a generator's source file, an input specification (.yaml), a package or league:LEVEL/SEED")
    .argument("<PROGRAMS...>", "the brute force, then one or more programs against it")
    .option("--gen-args <CALL...>", "a generator call, {seed} stands for a fresh seed (default: {seed})")
    .option("--validator <FILE>", "says whether inputs are valid (exit code 0); needed to shrink a generator's inputs")
    .option("--checker <FILE>", "a testlib checker (default: the package's; else tokens are compared)")
    .option("--no-brute-force", "no program is the right one: any disagreement counts")
    .option("--time <SECONDS>", "time limit of the programs (default: 2, or the package's)")
    .option("--memory <MIB>", "memory limit of the programs (default: 256, or the package's)")
    .option("--all", "go on until every program differs, instead of stopping at the first finding");
  addSearchOptions(command).action(async (generator: string, programs: string[], flags: StressFlags) => {
    const { runStress } = await import("./run-stress.ts");
    setExitCode(await runStress(context, { generator, programs }, flags));
  });
}
