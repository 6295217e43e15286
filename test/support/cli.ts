import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

const launcher = fileURLToPath(new URL("../../bin/grandsmith.js", import.meta.url));

export interface CliRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Lines of standard output. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  /** Added to a bare environment with PATH, HOME and the caches only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Sees each line; may kill. */
  readonly onLine?: (line: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the real command line in a child process. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = { PATH, HOME, XDG_CACHE_HOME, ...options.env };
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: options.cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    lines.push(line);
    options.onLine?.(line, (signal) => child.kill(signal));
  });
  const ended = new Promise<Pick<CliRun, "exitCode" | "signal">>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  return { ...(await ended), lines, stderr };
}

/** What the tests read of the last line that `solve --json` prints. */
export interface CliResult {
  readonly status: string;
  readonly decision: string;
  readonly reasons: readonly string[];
  readonly candidates: readonly {
    readonly program: { readonly source: string };
    readonly verdictByTest: Readonly<Record<string, string>>;
  }[];
  readonly tests: readonly { readonly isSeparating: boolean }[];
  readonly usage: { readonly failedCalls: number };
}

/** The last line of `solve --json`. */
export function parseResult(run: CliRun): CliResult {
  return parseLastLine(run) as CliResult;
}

/** The last line of standard output as JSON. */
export function parseLastLine(run: CliRun): unknown {
  const last = run.lines.at(-1);
  if (last === undefined) throw new Error(`no output; stderr: ${run.stderr}`);
  return JSON.parse(last);
}
