export type { CliContext, TextOutput } from "./cli-context.ts";
export { exitCodeMeanings, exitCodes, toCodeExitCode } from "./exit-codes.ts";
export { runCommand } from "./main.ts";
export { createProgram } from "./program.ts";
