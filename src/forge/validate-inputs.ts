import type { Program, TestData } from "../problem/index.ts";
import type { ForgeContext } from "./forge-context.ts";
import { runHelper } from "./run-helper.ts";
import { toolLimits } from "./tool-limits.ts";

export type InputVerdict =
  | { readonly kind: "input-valid" }
  | { readonly kind: "input-invalid"; readonly message: string }
  /** The validator itself crashed or ran out of its limits, or the judge failed: says nothing about the input. */
  | { readonly kind: "input-undecided"; readonly message: string; readonly isJudgeFault?: true };

/** Runs a validator (input on stdin; exit 0 valid, any other code invalid) on each input, in order. */
export async function validateInputs(
  context: ForgeContext,
  job: { readonly validator: Program; readonly inputs: readonly TestData[] },
): Promise<readonly InputVerdict[]> {
  if (job.inputs.length === 0) return [];
  const reports = await runHelper(context, {
    program: job.validator,
    inputs: job.inputs.map((stdin) => ({ stdin })),
    limits: toolLimits,
  });
  return reports.map((report) => {
    if (report === undefined) {
      return { kind: "input-undecided", message: "not tried: the validator used up its limits on others" };
    }
    if (report.verdict === "accepted") return { kind: "input-valid" };
    if (report.verdict === "runtime-error" && report.signal === undefined) {
      return { kind: "input-invalid", message: report.stderr.trim().split("\n")[0]?.slice(0, 300) ?? "" };
    }
    if (report.verdict === "judge-failed") {
      return { kind: "input-undecided", message: `the judge failed: ${report.message}`, isJudgeFault: true };
    }
    return { kind: "input-undecided", message: `the validator ended with ${report.verdict}: ${report.message}` };
  });
}
