import { createTestData, type Program, type TestData } from "../problem/index.ts";
import type { ForgeContext, ToolCheck } from "./forge-context.ts";
import { validateInputs } from "./validate-inputs.ts";

/**
 * A validator is believed when it accepts every sample and rejects at least two of the three spoilt ones
 * (nothing at all, the last token gone, a token too many).
 *
 * @paper GrandCode 3.3, docs/paper-map.md#difference-driven-tests
 */
export async function checkValidator(context: ForgeContext, program: Program): Promise<ToolCheck> {
  const samples = context.problem.tests.filter((test) => test.isSample);
  const compiled = await context.judge.compile(program, { signal: context.signal });
  if (compiled.kind === "compile-failed") return { kind: "tool-uncheckable", reason: compiled.message };
  if (compiled.kind !== "compile-ok") {
    return { kind: "tool-rejected", complaint: `it does not compile: ${compiled.message}` };
  }
  const first = samples[0];
  if (first === undefined) {
    return { kind: "tool-uncheckable", reason: "the problem has no sample to check a validator on" };
  }
  const probes = createProbes(first.input);
  const verdicts = await validateInputs(context, {
    validator: program,
    inputs: [...samples.map((s) => s.input), ...probes],
  });
  const fault = verdicts.find((verdict) => verdict.kind === "input-undecided" && verdict.isJudgeFault);
  if (fault?.kind === "input-undecided") return { kind: "tool-uncheckable", reason: fault.message };
  const refused = samples.findIndex((_, i) => verdicts[i]?.kind !== "input-valid");
  if (refused >= 0) {
    const verdict = verdicts[refused];
    const message = verdict === undefined || verdict.kind === "input-valid" ? "" : verdict.message;
    return { kind: "tool-rejected", complaint: `it rejects the valid input of ${samples[refused]?.id}: ${message}` };
  }
  const rejectedCount = verdicts.slice(samples.length).filter((verdict) => verdict.kind === "input-invalid").length;
  if (rejectedCount < 2) {
    return {
      kind: "tool-rejected",
      complaint: `of an empty input, a sample without its last token and a sample with an extra token it rejects only ${rejectedCount}`,
    };
  }
  return {
    kind: "tool-believed",
    reason: `accepts all ${samples.length} samples, rejects ${rejectedCount} of 3 spoilt ones`,
  };
}

function createProbes(sample: TestData): readonly TestData[] {
  const text = new TextDecoder().decode(sample.bytes);
  return ["", text.replace(/\S+\s*$/, ""), `${text.trimEnd()}\n7\n`].map((probe) => createTestData(probe));
}
