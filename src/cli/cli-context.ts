import type { Environment } from "../app/index.ts";

/** Where text goes. Narrow, so that tests can stand in. */
export interface TextOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** The process as the commands see it. */
export interface CliContext {
  readonly stdout: TextOutput & Pick<NodeJS.WriteStream, "on" | "off">;
  readonly stderr: TextOutput;
  readonly env: Environment;
  readonly cwd: string;
  /** Calls back on the first request to stop; returns the function that stops listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** Whether colour may be used on an output. */
export function hasColor(output: TextOutput, env: Environment): boolean {
  return output.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** Columns to draw on; one is left free, so that no terminal wraps by itself. */
export function toWidth(output: TextOutput): number {
  return Math.max(20, (output.columns ?? 80) - 1);
}
