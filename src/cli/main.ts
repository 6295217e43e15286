import { CommanderError } from "commander";
import { AppError } from "../std/index.ts";
import { hasColor, type CliContext } from "./cli-context.ts";
import { exitCodes, toErrorExitCode } from "./exit-codes.ts";
import { guardOutput } from "./guard-output.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { renderError, toErrorLine } from "./render-error.ts";
import { createPalette } from "./text/palette.ts";

/** The command line: runs one command and sets the process's exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const output = guardOutput(process.stdout, process.stderr);
  const context: CliContext = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: readCwd(),
    onInterrupt: (listener) => listenForInterrupts(output, listener),
  };
  process.exitCode = await runCommand(context, argv);
  await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  if (output.failure === undefined) return;
  process.stderr.write(renderError(output.failure, createPalette(hasColor(process.stderr, process.env))));
  process.exitCode = toErrorExitCode(output.failure);
}

/** A folder that was removed under us has no name: whatever needs it will say that nothing is there. */
function readCwd(): string {
  try {
    return process.cwd();
  } catch {
    return "/nonexistent";
  }
}

/** Runs one command and returns its exit code; every error ends here. */
export async function runCommand(context: CliContext, argv: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.solved;
  try {
    const { createProgram } = await import("./program.ts");
    const program = createProgram(context, (code) => {
      exitCode = code;
    });
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (cause) {
    if (cause instanceof CommanderError && cause.exitCode === 0) return exitCodes.solved;
    const error = cause instanceof CommanderError ? toUsageError(cause) : cause;
    if (argv.includes("--json")) context.stdout.write(toErrorLine(error));
    else context.stderr.write(renderError(error, createPalette(hasColor(context.stderr, context.env))));
    return toErrorExitCode(error);
  }
}

function toUsageError(cause: CommanderError): AppError {
  const message =
    cause.code === "commander.help" ? "no command given" : cause.message.replace(/^error: /, "").replaceAll("\n", " ");
  return new AppError({ code: "USAGE_INVALID", message: `${message}; see grandsmith --help`, cause });
}
