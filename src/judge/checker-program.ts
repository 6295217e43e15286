import type { Checker, Limits } from "../problem/index.ts";
import type { RunResult, SandboxBlob } from "../sandbox/index.ts";
import { computeDigest, unreachable } from "../std/index.ts";
import { createCheckFailure, type CheckOutcome } from "./check-outcome.ts";
import { readCheckerVerdict, type ScoreScale } from "./checker-conventions.ts";
import { executeRuns, type ProgramJob, type ProgramRun, type RunOutcome } from "./execute-runs.ts";
import { buildProgram, compileProgram, type JudgeContext } from "./judge-context.ts";

export type ProgramChecker = Extract<Checker, { readonly kind: "program" }>;

/** One output to be checked. */
export interface CheckItem {
  readonly input: SandboxBlob;
  readonly output: SandboxBlob;
  readonly answer?: SandboxBlob | undefined;
  /** Undefined: 1, and none under Kattis' convention. */
  readonly scale?: ScoreScale | undefined;
  /** Instead of the checker's own. */
  readonly flags?: readonly string[] | undefined;
}

/** Lets a checker program decide on outputs, in the sandbox. Whatever goes wrong with the checker is `check-failed`. */
export async function checkByProgram(
  context: JudgeContext,
  question: {
    readonly checker: ProgramChecker;
    readonly items: readonly CheckItem[];
    readonly limits?: Limits | undefined;
  },
  signal?: AbortSignal,
): Promise<readonly CheckOutcome[]> {
  const { checker, items } = question;
  if (items.length === 0) return [];
  const compiled = await compileProgram(context, checker.program, signal);
  if (compiled.kind !== "compile-ok") {
    return items.map(() => createCheckFailure(`the checker does not compile: ${compiled.message}`));
  }
  const build = await buildProgram(context, checker.program, signal);
  if (build.kind !== "program-built") {
    return items.map(() => createCheckFailure(`the checker cannot be built: ${build.message}`));
  }
  const outcomes: CheckOutcome[] = items.map(() => createCheckFailure("the checker was not run"));
  const job = {
    built: build.built,
    runs: items.map((item) => toCheckerRun(checker, item)),
    limits: toCheckerLimits(question.limits),
    workBytes: checker.convention === "kattis" ? feedbackBytes : 0,
  };
  await executeRuns(context, job, {
    signal,
    isOrdered: false,
    onOutcome: (index, outcome) => {
      outcomes[index] = toCheckOutcome(checker, outcome, items[index]?.scale);
      return "continue";
    },
  });
  return outcomes;
}

/** What checkers and interactors may take: our own limits, or the package's where those are wider. */
export function toCheckerLimits(limits: Limits | undefined): ProgramJob["limits"] {
  return {
    timeLimitMs: Math.max(10_000, limits?.validationTimeMs ?? 0),
    memoryBytes: Math.max(1024 ** 3, limits?.validationMemoryBytes ?? 0),
    stackBytes: 256 * 1024 ** 2,
  };
}

const checkerOutputBytes = 16 * 1024 ** 2;
export const emptyBlob: SandboxBlob = { bytes: new Uint8Array(), digest: computeDigest("") };
export const feedbackBytes = 64 * 1024 ** 2;
/** What is brought out of a feedback folder. */
export const feedbackFiles = ["judgemessage.txt", "score.txt", "score_multiplier.txt"];

function toCheckerRun(checker: ProgramChecker, item: CheckItem): ProgramRun {
  const input = { name: "input", blob: item.input, isExecutable: false };
  const flags = item.flags ?? checker.flags;
  const answer = { name: "answer", blob: item.answer ?? emptyBlob, isExecutable: false };
  switch (checker.convention) {
    case "testlib":
    case "frontier-cs":
      return {
        args: ["/box/input", "/box/output", "/box/answer", ...flags],
        stdin: emptyBlob,
        files: [input, { name: "output", blob: item.output, isExecutable: false }, answer],
        outputBytes: checkerOutputBytes,
      };
    case "kattis":
      return {
        args: ["/box/input", "/box/answer", "/work/", ...flags],
        stdin: item.output,
        files: [input, answer],
        collect: feedbackFiles,
        outputBytes: checkerOutputBytes,
      };
    default:
      return unreachable(checker.convention);
  }
}

function toCheckOutcome(checker: ProgramChecker, outcome: RunOutcome, scale: ScoreScale | undefined): CheckOutcome {
  const { result } = outcome;
  const hasEnded = outcome.verdict === "accepted" || outcome.verdict === "runtime-error";
  if (!hasEnded || result?.ending.kind !== "exited") {
    return createCheckFailure(`the checker failed: ${outcome.message}`);
  }
  return readCheckerVerdict(checker.convention, toCheckerEnd(result, result.ending.exitCode), toScale(checker, scale));
}

function toScale(checker: ProgramChecker, scale: ScoreScale | undefined): ScoreScale {
  return scale ?? (checker.convention === "kattis" ? "ignored" : 1);
}

/** What a checker's run left, for its convention to read. */
export function toCheckerEnd(result: RunResult, exitCode: number): Parameters<typeof readCheckerVerdict>[1] {
  const collected = new Map(result.collected.map((file) => [file.name, file.bytes]));
  return {
    exitCode,
    stderr: toText(result.stderr) ?? "",
    judgeMessage: toText(collected.get("judgemessage.txt")),
    score: toText(collected.get("score.txt")),
    scoreMultiplier: toText(collected.get("score_multiplier.txt")),
  };
}

function toText(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes.subarray(0, 4096)).toString("utf8");
}
