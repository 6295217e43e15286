import type { Program, TestData } from "../problem/index.ts";
import type { ForgeContext } from "./forge-context.ts";
import { toBruteForceLimits } from "./tool-limits.ts";

/** The brute force's output for each input; undefined where it did not finish well within its limits. */
export async function answerInputs(
  context: ForgeContext,
  job: { readonly bruteForce: Program; readonly inputs: readonly TestData[] },
): Promise<readonly (TestData | undefined)[]> {
  if (job.inputs.length === 0) return [];
  const reports = await context.judge.execute(
    job.bruteForce,
    { inputs: job.inputs.map((stdin) => ({ stdin })), limits: toBruteForceLimits(context.problem.limits) },
    { signal: context.signal },
  );
  return reports.map((report) =>
    report.verdict === "accepted" && report.stdoutDigest !== undefined
      ? context.judge.readOutput(report.stdoutDigest)
      : undefined,
  );
}
