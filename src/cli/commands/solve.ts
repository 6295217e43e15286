import { Option, type Command } from "commander";
import { settings, toVariableName, type Flags } from "../../app/index.ts";
import { AppError } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";

interface SolveFlags {
  readonly resume?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly plain?: boolean;
}

/** `grandsmith solve PROBLEM`: the command's arguments and options. */
export function addSolveCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("solve")
    .summary("solve a problem: write, test, attack, repair, choose")
    .description(
      "Reads a problem, has a model write programs, attacks them with tests made here, and writes the best program\n" +
        "with the evidence for it to the output folder.",
    )
    .argument("[PROBLEM]", "a problem folder (native format), or a Competitive Companion .json file")
    .option("--resume <RUN>", "go on with an interrupted run (its id or a part of it)")
    .option("--config <FILE>", "configuration file (default: grandsmith.config.yaml or .json here, if there is one)")
    .option("--json", "events as JSON lines on standard output, the result last")
    .option("--plain", "plain lines, even on a terminal");
  for (const { flag, placeholder, key, description } of settings) {
    const value = placeholder === undefined ? "" : ` <${placeholder}>`;
    command.addOption(new Option(`--${flag}${value}`, `${description} [${toVariableName(key)}]`));
  }
  command.action(async (problemPath: string | undefined, flags: SolveFlags & Record<string, unknown>) => {
    const { runSolve } = await import("./run-solve.ts");
    const target = toTarget(problemPath, flags.resume);
    setExitCode(await runSolve(context, { ...flags, target, configPath: flags.config, flags: toFlags(flags) }));
  });
}

function toTarget(problemPath: string | undefined, runId: string | undefined) {
  if (problemPath !== undefined && runId === undefined) return { kind: "new-run", problemPath } as const;
  if (problemPath === undefined && runId !== undefined) return { kind: "resumed-run", runId } as const;
  throw new AppError({
    code: "USAGE_INVALID",
    message:
      problemPath === undefined
        ? "solve needs a PROBLEM, or --resume RUN"
        : "--resume takes the problem from the run; give either PROBLEM or --resume RUN",
  });
}

function toFlags(options: Readonly<Record<string, unknown>>): Flags {
  const entries = settings.flatMap(({ key, flag }) => {
    const value = options[flag.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())];
    if (value === true) return [[key, "true"]];
    return typeof value === "string" ? [[key, value]] : [];
  });
  return Object.fromEntries(entries) as Flags;
}
