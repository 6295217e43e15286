import type { ExecutionReport, ProgramInput } from "../judge/index.ts";
import type { Limits, Program } from "../problem/index.ts";
import type { ForgeContext } from "./forge-context.ts";

const costlyVerdicts: ReadonlySet<string> = new Set([
  "time-limit-exceeded",
  "idleness-limit-exceeded",
  "memory-limit-exceeded",
  "output-limit-exceeded",
]);

/** Larger ones would cost much where all their runs use up a limit. */
const batchSizes: readonly number[] = [2, 4, 8];
const largestBatch = 16;

/**
 * Runs a helper program on inputs in growing batches, in order. Once `maxCostlyRuns` runs (2 by default) used up a
 * limit, no further batch is started: a helper that never ends must not cost its limit on each of a hundred inputs.
 *
 * @returns a report for each input; undefined for those that were not run
 */
export async function runHelper(
  context: ForgeContext,
  job: {
    readonly program: Program;
    readonly inputs: readonly ProgramInput[];
    readonly limits: Limits;
    readonly maxCostlyRuns?: number;
  },
): Promise<readonly (ExecutionReport | undefined)[]> {
  const { program, inputs, limits, maxCostlyRuns = 2 } = job;
  const reports: ExecutionReport[] = [];
  for (let i = 0; reports.length < inputs.length; i++) {
    const batch = inputs.slice(reports.length, reports.length + (batchSizes[i] ?? largestBatch));
    reports.push(...(await context.judge.execute(program, { inputs: batch, limits }, { signal: context.signal })));
    if (reports.filter(({ verdict }) => costlyVerdicts.has(verdict)).length >= maxCostlyRuns) break;
  }
  return inputs.map((_, i) => reports[i]);
}
