import type { Checker, TestData } from "../problem/index.ts";
import { checkOutput } from "./check-output.ts";
import type { CheckOutcome } from "./check-outcome.ts";
import { checkByProgram } from "./checker-program.ts";
import type { OutputComparison } from "./contract.ts";
import { judgeVersion, type JudgeContext } from "./judge-context.ts";
import { createCheckerKey } from "./judge-program.ts";
import { performJournaled } from "./journaled.ts";

/** An output beside the answer that is taken as right. */
export interface ComparedOutputs {
  readonly input: TestData;
  readonly output: TestData;
  readonly answer: TestData;
}

/** Whether two outputs agree under a checker; see `Judge.compareOutputs`. */
export async function compareOutputs(
  context: JudgeContext,
  question: { readonly checker: Checker; readonly outputs: ComparedOutputs },
  signal?: AbortSignal,
): Promise<OutputComparison> {
  const { checker, outputs } = question;
  if (checker.kind !== "program") {
    return toComparison(checkOutput(checker, outputs.output.bytes, outputs.answer.bytes));
  }
  const spec = {
    kind: "run-programs" as const,
    label: `compare two outputs by ${checker.program.fileName}`,
    input: {
      judgeVersion,
      checker: await createCheckerKey(context, checker),
      outputs: [outputs.input.digest, outputs.output.digest, outputs.answer.digest],
      tier: context.facts.tier,
    },
  };
  return performJournaled<OutputComparison>(context.journal, spec, {
    signal,
    perform: async () => {
      const [checked] = await checkByProgram(context, { checker, items: [outputs] }, signal);
      const outcome = toComparison(checked ?? { kind: "check-failed", message: "the checker was not run" });
      const isFailure = outcome.kind === "comparison-failed";
      return { outcome, isFailure, ...(isFailure ? { reason: outcome.message } : {}) };
    },
  });
}

function toComparison(checked: CheckOutcome): OutputComparison {
  switch (checked.kind) {
    case "output-accepted":
      return { kind: "outputs-agree" };
    case "output-partial":
      return { kind: "outputs-differ", message: `score ${checked.score}: ${checked.message}` };
    case "output-rejected":
      return { kind: "outputs-differ", message: checked.message };
    case "check-failed":
      return { kind: "comparison-failed", message: checked.message };
  }
}
