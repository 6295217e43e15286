import type { Verdict } from "../problem/index.ts";
import type { SolveStatus } from "../solve/index.ts";
import { AppError } from "../std/index.ts";

/** What the process's exit code says. The only place where outcomes and errors become numbers. */
export const exitCodes = {
  solved: 0,
  fault: 1,
  badInput: 2,
  noModel: 3,
  bestEffort: 4,
  held: 5,
  unexpected: 6,
  rejected: 7,
  interrupted: 130,
} as const;

/** What `solve` means by them, for the last line of a run. */
const solveMeanings: Partial<Readonly<Record<keyof typeof exitCodes, string>>> = {
  solved: "solved, with evidence: the program passed every test, and a believed brute force settled them",
  noModel: "no model: none is configured, or it never gave a usable answer",
  bestEffort: "best effort: a program was written and nothing is known against it, but the evidence is not enough",
  held: "held: no program survived; the report has the counterexample",
  interrupted: "interrupted (Ctrl-C or SIGTERM); the run can be resumed",
};

/** What all commands mean by them. */
const otherMeanings: Partial<Readonly<Record<keyof typeof exitCodes, string>>> = {
  solved:
    "verify: all expectations hold; audit: no errors; judge: accepted; forge, attack: every wrong program is killed; " +
    "stress: no difference; strength: right solutions pass and wrong ones fail",
  fault: "a fault of grandsmith or of this machine: a bug, the sandbox, the disk",
  badInput: "bad input or usage: the problem, an option, the configuration, the run's name",
  unexpected:
    "verify, audit: the package has errors, or a solution does something else than it declares; " +
    "forge, attack: a wrong program survived; stress: programs differ; minimise: the program does not fail; strength: a right solution fails or a wrong one passes",
  rejected: "judge: the program is not accepted",
};

/** One sentence for each, as the help and docs/cli.md print them. */
export const exitCodeMeanings = Object.fromEntries(
  Object.keys(exitCodes).map((key) => {
    const name = key as keyof typeof exitCodes;
    return [name, [solveMeanings[name], otherMeanings[name]].filter((text) => text !== undefined).join("; ")];
  }),
) as Readonly<Record<keyof typeof exitCodes, string>>;

const noModelCodes = new Set([
  "NO_MODEL",
  "RECORDING_MISSING",
  "MODEL_KEY_MISSING",
  "MODEL_BASE_URL_MISSING",
  "MODEL_BASE_URL_INVALID",
]);

/** Codes of faults that no other input would avoid. Every other AppError is about input or set-up. */
const faultCodes =
  /^(INTERNAL|STORE_FAILED|SANDBOX_\w+|JUDGE_\w+|ARTIFACT_\w+|OUTPUT_WRITE_FAILED|RECORDING_WRITE_FAILED)$/;

export function toSolveExitCode(status: SolveStatus): number {
  switch (status) {
    case "solved":
      return exitCodes.solved;
    case "best-effort":
      return exitCodes.bestEffort;
    case "held":
      return exitCodes.held;
    case "no-answer":
      return exitCodes.noModel;
  }
}

export function toJudgeExitCode(verdict: Verdict): number {
  if (verdict === "accepted") return exitCodes.solved;
  return verdict === "judge-failed" ? exitCodes.fault : exitCodes.rejected;
}

export function toErrorExitCode(error: unknown): number {
  return AppError.is(error) ? toCodeExitCode(error.code) : exitCodes.fault;
}

/** The exit code for an AppError's code. */
export function toCodeExitCode(code: string): number {
  if (code === "INTERRUPTED") return exitCodes.interrupted;
  if (noModelCodes.has(code)) return exitCodes.noModel;
  return faultCodes.test(code) ? exitCodes.fault : exitCodes.badInput;
}

/** The meaning of an exit code of `solve`, for the last line of a run. */
export function describeExitCode(exitCode: number): string {
  const name = (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).find((key) => exitCodes[key] === exitCode);
  return name === undefined ? "unknown" : (solveMeanings[name] ?? exitCodeMeanings[name]);
}
