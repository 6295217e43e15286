import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { JudgingFlags } from "./with-judge.ts";

/** Options of every command that searches. */
export interface SearchFlags extends JudgingFlags {
  readonly seed?: string;
  readonly runs?: string;
  readonly cpuTime?: string;
  readonly json?: boolean;
  readonly out?: string;
  readonly save?: string;
  readonly saveCall?: string;
}

export interface ForgeFlags extends SearchFlags {
  readonly gold?: boolean;
  readonly tests?: boolean;
  readonly mutants?: string;
  readonly inputSpec?: string;
  readonly solution?: readonly string[];
  readonly verdict?: string;
  readonly group?: string;
  readonly atSize?: boolean;
  readonly model?: readonly string[];
  readonly deriveSpec?: boolean;
  readonly config?: string;
}

/** What `PACKAGE` may be. */
export const packageArgument = "a problem in any format that is read, or league:LEVEL/SEED";

/** `grandsmith forge PACKAGE`: tests that its wrong solutions, and mutants of its right one, fail. */
export function addForgeCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("forge")
    .summary("make tests that tell right from wrong programs")
    .description(
      "Searches for inputs on which a package's programs differ: small ones first, then random, adversarial, mutated " +
        "and generated ones. Every test kept is valid, minimised and run twice.\n" +
        "Exit code 0: every wrong program is killed; 6: one stands.",
    )
    .argument("<PACKAGE>", packageArgument)
    .option("--solution <FILE...>", "programs to attack instead of the package's wrong ones")
    .option("--verdict <VERDICT>", "what a judge elsewhere said of the one --solution, e.g. time-limit-exceeded")
    .option("--no-gold", "forget which solutions are right: answers by majority, and marked so")
    .option("--mutants <N>", "also attack so many mutants of the first accepted C++ solution (default: 0)");
  addSearchOptions(addAttackOptions(command)).action(async (packagePath: string, flags: ForgeFlags) => {
    const { runForge } = await import("./run-forge.ts");
    setExitCode(await runForge(context, packagePath, flags));
  });
}

/** The options of commands that attack a package's programs. */
export function addAttackOptions(command: Command): Command {
  return command
    .option("--group <ID>", "only inputs that are valid in this group of tests, judged by its flags")
    .option("--at-size", "then run all programs on the largest inputs too: time, memory, growth")
    .option("--tests", "start mutations from all of the package's tests, not from samples alone")
    .option("--input-spec <FILE>", "an input specification, instead of the package's")
    .option("--model <MODEL...>", "models that propose inputs and write a generator, as for solve")
    .option("--derive-spec", "have the first model derive the input specification from the statement")
    .option("--config <FILE>", "configuration file with the models' settings");
}

/** The options that searching commands share. */
export function addSearchOptions(command: Command): Command {
  return addBudgetOptions(
    command.option("--seed <TEXT>", "any text; every random choice derives from it (default: 1)"),
  ).option("--save-call <FILE>", "add the generator calls that gave them to FILE, as lines CALL > NAME");
}

/** Budget, output and judging, also where nothing is drawn. */
export function addBudgetOptions(command: Command): Command {
  return command
    .option("--runs <N>", "budget in runs of programs (default: 20000)")
    .option("--cpu-time <SECONDS>", "budget in their CPU time (default: 60)")
    .option("--out <FOLDER>", "write tests, forge.json and adversarial.jsonl there")
    .option("--save <PATH>", "save findings as named tests PATH.in and PATH.ans, e.g. data/secret/02/overflow")
    .option("--json", "progress and result as JSON lines")
    .option("--jobs <N>", "programs that are compiled or run at once (default: one a core)")
    .option("--sandbox <TIER>", "isolation: R, U, B or L only (default: the strongest that works)")
    .option("--journal <FOLDER>", "keep results there, and take those that are there: how a search is resumed");
}
