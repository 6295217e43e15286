import type { RunLimits, RunResult, Sandbox, SandboxBlob, SandboxFacts } from "./contract.ts";
import { readProbe, toProbeJob } from "./probe-program.ts";
import type { OpenSandboxOptions } from "./open-helper.ts";
import { openSandbox } from "./sandbox.ts";

/** One limit, and whether a program that went against it was held. */
export interface SandboxCheck {
  readonly limit: string;
  readonly isEnforced: boolean;
  /** What the program tried and what came of it. */
  readonly message: string;
}

export interface SandboxTestReport {
  readonly facts: SandboxFacts;
  readonly checks: readonly SandboxCheck[];
}

const mebibyte = 1024 * 1024;

/** A hostile run, and what must come of it. */
interface Attempt {
  readonly limit: string;
  readonly args: readonly string[];
  readonly tries: string;
  readonly limits?: Partial<RunLimits>;
  readonly holds: (result: RunResult, output: string) => boolean;
}

const attempts: readonly Attempt[] = [
  { limit: "start", args: ["hello"], tries: "prints a word", holds: (_, output) => output === "hello\n" },
  {
    limit: "cpu-time",
    args: ["spin"],
    tries: "loops for ever under a CPU limit of 100 ms",
    limits: { cpuTimeMs: 100 },
    holds: ({ ending, cpuTimeMs }) => isKilledBy("cpu-time", ending) && cpuTimeMs >= 100 && cpuTimeMs < 1000,
  },
  {
    limit: "wall-time",
    args: ["sleep"],
    tries: "sleeps for ever under a wall limit of 100 ms",
    limits: { wallTimeMs: 100 },
    holds: ({ ending }) => isKilledBy("wall-time", ending),
  },
  {
    limit: "memory",
    args: ["memory", String(8192 * mebibyte)],
    tries: "touches 8 GiB under a limit of 64 MiB",
    holds: ({ ending }) => isKilledBy("memory", ending),
  },
  {
    limit: "stack",
    args: ["stack", String(200 * mebibyte)],
    tries: "recurses 200 MiB deep, which a stack of 256 MiB allows",
    limits: { stackBytes: 256 * mebibyte, memoryBytes: 512 * mebibyte },
    holds: (_, output) => output === "1\n",
  },
  {
    limit: "output",
    args: ["output", String(10 ** 10)],
    tries: "prints 10 GB under a limit of 1 MiB",
    holds: ({ ending, stdout }) => isKilledBy("output", ending) && stdout.byteLength === mebibyte,
  },
  {
    limit: "processes",
    args: ["child"],
    tries: "starts other processes",
    holds: (_, output) => output.startsWith("fork EPERM") && !output.includes("allowed"),
  },
  {
    limit: "threads",
    args: ["threads", "100"],
    tries: "starts 100 threads where 8 are allowed",
    holds: (_, output) => output === "7\n",
  },
  {
    limit: "network",
    args: ["network"],
    tries: "opens sockets",
    holds: (_, output) => output.includes("EPERM") && !output.includes("allowed"),
  },
  {
    limit: "kernel",
    args: ["kernel"],
    tries: "makes system calls that no contest program needs",
    holds: (_, output) => output.includes("EPERM") && !output.includes("allowed"),
  },
  ...["/etc/passwd", "/proc", "/sys", "/usr", "/home"].map((path): Attempt => ({
    limit: `files: ${path}`,
    args: ["read", path],
    tries: `opens ${path}`,
    holds: (_, output) => output === "ENOENT\n" || output === "EACCES\n",
  })),
  {
    limit: "files: writing",
    args: ["write"],
    tries: "writes files and changes its own",
    holds: (_, output) => /EROFS|EACCES/u.test(output) && !output.includes("allowed"),
  },
];

/**
 * Runs hostile programs in a real sandbox and reports for each limit whether it bites.
 *
 * @throws SANDBOX_UNAVAILABLE when there is no sandbox to test
 */
export async function testSandbox(options: OpenSandboxOptions = {}): Promise<SandboxTestReport> {
  const probe = await readProbe(options.cacheDirectory);
  await using single = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: false }, options);
  const checks: SandboxCheck[] = [];
  const results = await single.run(toProbeJob(probe, attempts), options);
  for (const [index, attempt] of attempts.entries()) {
    const result = results[index] as RunResult;
    const output = new TextDecoder().decode(result.stdout.subarray(0, 4096));
    const isEnforced = attempt.holds(result, output);
    checks.push({ limit: attempt.limit, isEnforced, message: describe(attempt.tries, result, output) });
  }
  await using many = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: true }, options);
  checks.push(...(await testLeftovers(many, probe, options)));
  return { facts: many.facts, checks };
}

/** What a program leaves behind must be gone before the next one starts, and must not keep it from starting. */
async function testLeftovers(
  sandbox: Sandbox,
  probe: SandboxBlob,
  options: OpenSandboxOptions,
): Promise<SandboxCheck[]> {
  const brief = { wallTimeMs: 300, cpuTimeMs: 300 };
  const runs = [
    { args: ["daemon"] },
    { args: ["bomb"], limits: brief },
    { args: ["children", "100"] },
    { args: ["spin-child"], limits: { cpuTimeMs: 200 } },
  ];
  const [daemon, bomb, children, spin] = (await sandbox.run(toProbeJob(probe, runs), options)) as [
    RunResult,
    RunResult,
    RunResult,
    RunResult,
  ];
  const count = new TextDecoder().decode(children.stdout);
  return [
    {
      limit: "other processes",
      isEnforced: daemon.ending.kind === "exited" && count === "7\n",
      message: describe("leaves a daemon behind, after which 7 more processes must fit", children, count),
    },
    {
      limit: "fork bomb",
      isEnforced: bomb.ending.kind === "killed",
      message: describe("forks without end under a limit of 8 processes", bomb, ""),
    },
    {
      limit: "cpu-time of processes",
      isEnforced: isKilledBy("cpu-time", spin.ending),
      message: describe("loops in two processes under a CPU limit of 200 ms together", spin, ""),
    },
  ];
}

function isKilledBy(by: string, ending: RunResult["ending"]): boolean {
  return ending.kind === "killed" && ending.by === by;
}

function describe(tries: string, { ending }: RunResult, output: string): string {
  const printed = output.trim().replaceAll("\n", ", ");
  const words = printed !== "" && printed.length < 400 ? `; it said: ${printed}` : "";
  return `A program that ${tries}: ${describeEnding(ending)}${words}.`;
}

function describeEnding(ending: RunResult["ending"]): string {
  switch (ending.kind) {
    case "exited":
      return `exited with code ${ending.exitCode}`;
    case "signaled":
      return `ended by signal ${ending.signal}`;
    case "killed":
      return `stopped for ${ending.by}`;
    case "not-started":
      return `not started (${ending.reason})`;
  }
}
