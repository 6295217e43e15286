import type { Program, TestData } from "../problem/index.ts";
import type { ForgeContext } from "./forge-context.ts";
import { runHelper } from "./run-helper.ts";
import { toBruteForceLimits } from "./tool-limits.ts";

/** Inputs that are too large for a brute force are nothing wrong with it; some are found out by running it. */
const maxCostlyRuns = 6;

/**
 * The brute force's output for each input; undefined where it did not finish well within its limits, and for all that
 * come after many such.
 */
export async function answerInputs(
  context: ForgeContext,
  job: { readonly bruteForce: Program; readonly inputs: readonly TestData[] },
): Promise<readonly (TestData | undefined)[]> {
  if (job.inputs.length === 0) return [];
  const reports = await runHelper(context, {
    program: job.bruteForce,
    inputs: job.inputs.map((stdin) => ({ stdin })),
    limits: toBruteForceLimits(context.problem.limits),
    maxCostlyRuns,
  });
  return reports.map((report) =>
    report?.verdict === "accepted" && report.stdoutDigest !== undefined
      ? context.judge.readOutput(report.stdoutDigest)
      : undefined,
  );
}
