import type { Program } from "../problem/index.ts";
import type { ForgeContext, ToolCheck } from "./forge-context.ts";
import { toBruteForceLimits } from "./tool-limits.ts";

/**
 * A brute force is believed when it is right on the samples: wrong on none, right on at least one.
 * Samples too large for it do not count against it.
 */
export async function checkBruteForce(context: ForgeContext, program: Program): Promise<ToolCheck> {
  const { judge, problem, signal } = context;
  const samples = problem.tests.filter((test) => test.isSample && test.answer !== undefined);
  if (samples.length === 0) {
    return { kind: "tool-uncheckable", reason: "the problem has no sample with an answer to check a brute force on" };
  }
  const compiled = await judge.compile(program, { signal });
  if (compiled.kind === "compile-failed") return { kind: "tool-uncheckable", reason: compiled.message };
  if (compiled.kind !== "compile-ok") {
    return { kind: "tool-rejected", complaint: `it does not compile: ${compiled.message}` };
  }
  const limits = toBruteForceLimits(problem.limits);
  const report = await judge.judge(program, { problem: { ...problem, limits }, tests: samples }, { signal });
  const wrong = report.tests.find((test) => !undecidedVerdicts.has(test.verdict) && test.verdict !== "accepted");
  if (wrong !== undefined) {
    return { kind: "tool-rejected", complaint: `on ${wrong.testId} it gets ${wrong.verdict}: ${wrong.message}` };
  }
  const failed = report.tests.filter((test) => test.verdict === "judge-failed");
  if (failed.length === samples.length) {
    return { kind: "tool-uncheckable", reason: `the judge failed on every sample: ${failed[0]?.message ?? ""}` };
  }
  const right = report.tests.filter((test) => test.verdict === "accepted").length;
  if (right === 0) return { kind: "tool-rejected", complaint: "it finished none of the samples within its limits" };
  return { kind: "tool-believed", reason: `right on ${right} of ${samples.length} samples, wrong on none` };
}

const undecidedVerdicts: ReadonlySet<string> = new Set([
  "time-limit-exceeded",
  "memory-limit-exceeded",
  "idleness-limit-exceeded",
  "judge-failed",
  "skipped",
]);
