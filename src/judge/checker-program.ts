import type { Checker } from "../problem/index.ts";
import type { RunResult, SandboxBlob } from "../sandbox/index.ts";
import { computeDigest, unreachable } from "../std/index.ts";
import { createCheckFailure, type CheckOutcome } from "./check-outcome.ts";
import { readCheckerVerdict } from "./checker-conventions.ts";
import { executeRuns, type ProgramRun, type RunOutcome } from "./execute-runs.ts";
import { buildProgram, compileProgram, type JudgeContext } from "./judge-context.ts";

export type ProgramChecker = Extract<Checker, { readonly kind: "program" }>;

/** One output to be checked. */
export interface CheckItem {
  readonly input: SandboxBlob;
  readonly output: SandboxBlob;
  readonly answer?: SandboxBlob | undefined;
  /** What full marks are, where the checker gives points; 1 when undefined. */
  readonly points?: number | undefined;
}

/** Lets a checker program decide on outputs, in the sandbox. Whatever goes wrong with the checker is `check-failed`. */
export async function checkByProgram(
  context: JudgeContext,
  question: { readonly checker: ProgramChecker; readonly items: readonly CheckItem[] },
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
    limits: checkerLimits,
    workBytes: checker.convention === "kattis" ? 64 * 1024 ** 2 : 0,
  };
  await executeRuns(context, job, {
    signal,
    isOrdered: false,
    onOutcome: (index, outcome) => {
      outcomes[index] = toCheckOutcome(checker, outcome, items[index]?.points ?? 1);
      return "continue";
    },
  });
  return outcomes;
}

const checkerLimits = { timeLimitMs: 10_000, memoryBytes: 1024 ** 3, stackBytes: 256 * 1024 ** 2 };
const checkerOutputBytes = 16 * 1024 ** 2;
const emptyBlob: SandboxBlob = { bytes: new Uint8Array(), digest: computeDigest("") };

function toCheckerRun(checker: ProgramChecker, item: CheckItem): ProgramRun {
  const input = { name: "input", blob: item.input, isExecutable: false };
  const answer = { name: "answer", blob: item.answer ?? emptyBlob, isExecutable: false };
  switch (checker.convention) {
    case "testlib":
    case "frontier-cs":
      return {
        args: ["/box/input", "/box/output", "/box/answer", ...checker.flags],
        stdin: emptyBlob,
        files: [input, { name: "output", blob: item.output, isExecutable: false }, answer],
        outputBytes: checkerOutputBytes,
      };
    case "kattis":
      return {
        args: ["/box/input", "/box/answer", "/work/", ...checker.flags],
        stdin: item.output,
        files: [input, answer],
        collect: ["judgemessage.txt", "score.txt"],
        outputBytes: checkerOutputBytes,
      };
    default:
      return unreachable(checker.convention);
  }
}

function toCheckOutcome(checker: ProgramChecker, outcome: RunOutcome, maximum: number): CheckOutcome {
  const { result } = outcome;
  const hasEnded = outcome.verdict === "accepted" || outcome.verdict === "runtime-error";
  if (!hasEnded || result?.ending.kind !== "exited") {
    return createCheckFailure(`the checker failed: ${outcome.message}`);
  }
  return readCheckerVerdict(checker.convention, toCheckerEnd(result, result.ending.exitCode), maximum);
}

function toCheckerEnd(result: RunResult, exitCode: number): Parameters<typeof readCheckerVerdict>[1] {
  const collected = new Map(result.collected.map((file) => [file.name, file.bytes]));
  return {
    exitCode,
    stderr: toText(result.stderr) ?? "",
    judgeMessage: toText(collected.get("judgemessage.txt")),
    score: toText(collected.get("score.txt")),
  };
}

function toText(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes.subarray(0, 4096)).toString("utf8");
}
