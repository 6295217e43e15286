import type { Interactor } from "../problem/index.ts";
import type { InteractionResult, RunResult } from "../sandbox/index.ts";
import type { RunVerdict } from "./run-verdict.ts";

export type InteractorConvention = Extract<Interactor, { readonly kind: "program" }>["convention"];

/** Who has the word on an interactive run. */
export type InteractionDecision =
  /** How the solution ended says it all. */
  | { readonly kind: "solution-decides"; readonly verdict: RunVerdict }
  /** The interactor's exit code does. */
  | { readonly kind: "interactor-decides"; readonly exitCode: number }
  /** The solution ended well, and before the conversation did. */
  | { readonly kind: "solution-left" }
  /** The interactor is at fault. */
  | { readonly kind: "interactor-failed"; readonly message: string };

/**
 * Decides by which program ended first. An interactor that rejects and ends first is right whatever the solution does
 * then; one that accepts first leaves the solution its limits and its exit code; one that dies of a closed pipe says
 * that the solution left early.
 */
export function decideInteraction(
  result: InteractionResult,
  own: RunVerdict,
  convention: InteractorConvention,
): InteractionDecision {
  const { solution, interactor, endedFirst } = result;
  if (interactor.ending.kind === "not-started") {
    return { kind: "interactor-failed", message: `the interactor was not started: ${interactor.ending.reason}` };
  }
  if (solution.ending.kind === "not-started") return { kind: "solution-decides", verdict: own };
  if (endedFirst === "solution" && own.verdict !== "accepted") return decideBySolution(result, own);
  const exitCode = interactor.ending.kind === "exited" ? interactor.ending.exitCode : undefined;
  const word = exitCode === undefined ? undefined : readWord(convention, exitCode, toText(interactor.stderr));
  if (exitCode === undefined || word === undefined) {
    const hasLost = isPipeFault(interactor) || (endedFirst === "solution" && hasEndedReading(interactor));
    return hasLost ? { kind: "solution-left" } : toFailure(interactor);
  }
  const isForgiven = own.verdict === "accepted" || (own.verdict === "runtime-error" && isPipeFault(solution));
  if (word === "rejects" || isForgiven) return { kind: "interactor-decides", exitCode };
  return { kind: "solution-decides", verdict: own };
}

/** Waiting is the interactor's fault where that was still computing. */
function decideBySolution({ interactor, solution }: InteractionResult, own: RunVerdict): InteractionDecision {
  const isIdle = own.verdict === "idleness-limit-exceeded";
  if (isIdle && interactor.cpuTimeMs > 0.1 * solution.wallTimeMs) {
    return { kind: "interactor-failed", message: "the interactor went on computing and let the solution wait" };
  }
  return { kind: "solution-decides", verdict: own };
}

function readWord(
  convention: InteractorConvention,
  exitCode: number,
  stderr: string,
): "accepts" | "rejects" | undefined {
  if (convention !== "kattis" && /^\s*partially correct \(/.test(stderr)) return "accepts";
  const accepting = convention === "kattis" ? [42] : [0, 7];
  const rejecting = convention === "kattis" ? [43] : [1, 2, 4, 8];
  if (accepting.includes(exitCode)) return "accepts";
  return rejecting.includes(exitCode) ? "rejects" : undefined;
}

const brokenPipe = 13;

function isPipeFault({ ending, stderr }: RunResult): boolean {
  if (ending.kind === "signaled" && ending.signal === brokenPipe) return true;
  return /BrokenPipe|Broken pipe|EPIPE/.test(toText(stderr));
}

function hasEndedReading({ ending, stderr }: RunResult): boolean {
  return ending.kind === "exited" && /EOFError|NoSuchElementException/.test(toText(stderr));
}

function toFailure({ ending, stderr }: RunResult): InteractionDecision {
  const words = toText(stderr).trim().slice(0, 300);
  const suffix = words === "" ? "" : `: ${words}`;
  switch (ending.kind) {
    case "exited":
      return { kind: "interactor-failed", message: `the interactor failed with exit code ${ending.exitCode}${suffix}` };
    case "signaled":
      return { kind: "interactor-failed", message: `the interactor died of signal ${ending.signal}${suffix}` };
    case "killed":
      return { kind: "interactor-failed", message: `the interactor was stopped by its limit of ${ending.by}${suffix}` };
    case "not-started":
      return { kind: "interactor-failed", message: `the interactor was not started: ${ending.reason}` };
  }
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
