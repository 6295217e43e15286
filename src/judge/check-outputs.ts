import type { Checker, Limits } from "../problem/index.ts";
import { createCheckFailure, type CheckOutcome } from "./check-outcome.ts";
import { checkOutput } from "./check-output.ts";
import { checkByProgram } from "./checker-program.ts";
import type { CheckedOutput, CheckReport } from "./contract.ts";
import { judgeVersion, toLimitsKey, type JudgeContext } from "./judge-context.ts";
import { createCheckerKey } from "./judge-program.ts";
import { performJournaled } from "./journaled.ts";
import { withFlags } from "./test-checking.ts";

/** What a checker says of outputs; see `Judge.checkOutputs`. */
export async function checkOutputs(
  context: JudgeContext,
  question: {
    readonly checker: Checker;
    readonly outputs: readonly CheckedOutput[];
    readonly limits?: Limits | undefined;
  },
  signal?: AbortSignal,
): Promise<readonly CheckReport[]> {
  const { checker, outputs, limits } = question;
  if (checker.kind !== "program") return outputs.map((item) => checkPlainly(checker, item));
  if (outputs.length === 0) return [];
  const items = outputs.map(({ input, output, answer, flags }) => ({ input, output, answer, flags }));
  const spec = {
    kind: "run-programs" as const,
    label: `check ${outputs.length} outputs by ${checker.program.fileName}`,
    input: {
      judgeVersion,
      checker: await createCheckerKey(context, checker),
      outputs: outputs.map((item) => [
        item.input.digest,
        item.output.digest,
        item.answer?.digest ?? null,
        item.flags ?? null,
      ]),
      limits: limits === undefined ? null : toLimitsKey(limits),
      tier: context.facts.tier,
    },
  };
  return performJournaled<readonly CheckReport[]>(context.journal, spec, {
    signal,
    perform: async () => {
      const outcome = (await checkByProgram(context, { checker, items, limits }, signal)).map(toReport);
      const failed = outcome.find((report) => report.verdict === "judge-failed");
      return { outcome, isFailure: failed !== undefined, reason: failed?.message ?? "" };
    },
  });
}

function checkPlainly(checker: Checker, item: CheckedOutput): CheckReport {
  const own = withFlags(checker, item.flags);
  if (own.kind === "program") return toReport(createCheckFailure("a checker program was expected to be run"));
  if (item.answer === undefined) return toReport(createCheckFailure("there is no answer to compare with"));
  return toReport(checkOutput(own, item.output.bytes, item.answer.bytes));
}

function toReport(outcome: CheckOutcome): CheckReport {
  const { message } = outcome;
  switch (outcome.kind) {
    case "output-accepted":
      return { verdict: "accepted", score: 1, message };
    case "output-partial":
      return { verdict: "partial", score: outcome.score, message };
    case "output-rejected":
      return { verdict: outcome.verdict, score: 0, message };
    case "check-failed":
      return { verdict: "judge-failed", message };
  }
}
