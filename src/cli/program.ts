import { Command } from "commander";
import { readToolVersion } from "../app/index.ts";
import type { CliContext } from "./cli-context.ts";
import { addAttackCommand } from "./commands/attack.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addForgeCommand } from "./commands/forge.ts";
import { addJudgeCommand } from "./commands/judge.ts";
import { addMinimiseCommand } from "./commands/minimise.ts";
import { addRunsCommand } from "./commands/runs.ts";
import { addSolveCommand } from "./commands/solve.ts";
import { addStrengthCommand } from "./commands/strength.ts";
import { addStressCommand } from "./commands/stress.ts";
import { addVerifyCommand } from "./commands/verify.ts";
import { exitCodeMeanings, exitCodes } from "./exit-codes.ts";

/** The command table. Commander's own exits and messages are left to the caller. */
export function createProgram(context: CliContext, setExitCode: (code: number) => void): Command {
  const program = new Command("grandsmith")
    .description("Competitive programming by agents: a contest problem in, a tested solution out.")
    .version(readToolVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: () => {},
      getOutHelpWidth: () => context.stdout.columns ?? 100,
    })
    .addHelpText("after", `\n${renderExitCodes()}`);
  addSolveCommand(program, context, setExitCode);
  addVerifyCommand(program, context, setExitCode);
  addAuditCommand(program, context, setExitCode);
  addJudgeCommand(program, context, setExitCode);
  addForgeCommand(program, context, setExitCode);
  addAttackCommand(program, context, setExitCode);
  addStressCommand(program, context, setExitCode);
  addMinimiseCommand(program, context, setExitCode);
  addStrengthCommand(program, context, setExitCode);
  addRunsCommand(program, context);
  addDoctorCommand(program, context, setExitCode);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

function renderExitCodes(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padStart(3)}  ${exitCodeMeanings[name as keyof typeof exitCodes]}`,
  );
  return ["Exit codes:", ...rows].join("\n");
}
