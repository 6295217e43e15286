import { createTestData, type Program } from "../problem/index.ts";
import type { ForgeContext, ToolCheck } from "./forge-context.ts";
import { runHelper } from "./run-helper.ts";
import { toolLimits } from "./tool-limits.ts";
import { validateInputs } from "./validate-inputs.ts";

/** The size classes that a generator is asked for. */
export type TestSize = "tiny" | "small" | "edge" | "large";

/**
 * A generator is believed when its calls end well, equal calls give equal bytes, different seeds give different
 * inputs, and the validator accepts at least half of what it makes in every size class that a brute force can follow.
 *
 * @paper GrandCode 3.3, docs/paper-map.md#difference-driven-tests
 */
export async function checkGenerator(
  context: ForgeContext,
  tools: { readonly generator: Program; readonly validator: Program },
): Promise<ToolCheck> {
  const { judge, signal } = context;
  const compiled = await judge.compile(tools.generator, { signal });
  if (compiled.kind === "compile-failed") return { kind: "tool-uncheckable", reason: compiled.message };
  if (compiled.kind !== "compile-ok") {
    return { kind: "tool-rejected", complaint: `it does not compile: ${compiled.message}` };
  }
  const calls = probeCalls.map((args) => ({ args, stdin: createTestData("") }));
  const reports = await runHelper(context, { program: tools.generator, inputs: calls, limits: toolLimits });
  const failed = reports.findIndex((report) => report?.verdict !== "accepted" || report.stdoutDigest === undefined);
  if (failed >= 0) {
    const report = reports[failed];
    if (report?.verdict === "judge-failed") {
      return { kind: "tool-uncheckable", reason: `the judge failed: ${report.message}` };
    }
    return {
      kind: "tool-rejected",
      complaint: `called with arguments ${probeCalls[failed]?.join(" ")} it ends with ${report?.verdict}: ${report?.stderr.slice(0, 300)}`,
    };
  }
  const digests = reports.map((report) => report?.stdoutDigest ?? "");
  if (digests[0] !== digests[1]) {
    return {
      kind: "tool-rejected",
      complaint: "called twice with the same arguments (1 tiny) it prints different inputs",
    };
  }
  if (new Set(digests.slice(1, 6)).size < 2) {
    return { kind: "tool-rejected", complaint: "five different seeds of size tiny all give the same input" };
  }
  const verdicts = await validateInputs(context, {
    validator: tools.validator,
    inputs: digests.map((digest) => judge.readOutput(digest)),
  });
  const invalid = verdicts.flatMap((verdict, i) =>
    verdict.kind === "input-invalid"
      ? [{ args: probeCalls[i], digest: digests[i] ?? "", message: verdict.message }]
      : [],
  );
  if (invalid.length * 2 > verdicts.length) {
    const first = invalid[0];
    const text =
      first === undefined ? "" : new TextDecoder().decode(judge.readOutput(first.digest).bytes.subarray(0, 500));
    return {
      kind: "tool-rejected",
      complaint: `${invalid.length} of ${verdicts.length} inputs are invalid; with arguments ${first?.args?.join(" ")} (${first?.message}):\n${text}`,
    };
  }
  return {
    kind: "tool-believed",
    reason: `deterministic; ${verdicts.length - invalid.length} of ${verdicts.length} probe inputs are valid`,
  };
}

const probeCalls: readonly (readonly string[])[] = [
  ["1", "tiny"],
  ["1", "tiny"],
  ["2", "tiny"],
  ["3", "tiny"],
  ["4", "tiny"],
  ["5", "tiny"],
  ["1", "small"],
  ["2", "small"],
  ["0", "edge"],
  ["1", "edge"],
];
