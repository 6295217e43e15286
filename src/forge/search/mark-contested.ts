import { computeProgramDigest } from "../../judge/index.ts";
import { groupOutputs } from "../group-outputs.ts";
import type { KeptTest, SearchCandidate } from "./contract.ts";
import { runOnInputs } from "./run-programs.ts";
import type { SearchContext } from "./search-context.ts";

/**
 * Looks at a test that a brute force alone answers: where no program agrees with it and two or more different ones agree
 * with each other, it may be right on small inputs only, or they may share a fault. Nobody here can tell, so the answer is
 * marked as unverified and the brute force is named.
 */
export async function markContested(
  context: SearchContext,
  test: KeptTest,
  candidates: readonly SearchCandidate[],
): Promise<KeptTest> {
  const { authority, answer, input } = test;
  if (authority?.kind !== "brute-force" || answer === undefined) return test;
  const outputs = await Promise.all(
    candidates.map(async ({ name, program }) => {
      const label = `contest ${test.id}`;
      const [report] = await runOnInputs(context, program, { inputs: [input], label });
      const isDone = report?.verdict === "accepted" && report.stdoutDigest !== undefined;
      if (!isDone || report.stdoutDigest === undefined) return [];
      return [{ name, digest: computeProgramDigest(program), output: context.judge.readOutput(report.stdoutDigest) }];
    }),
  );
  const finished = outputs.flat();
  if (new Set(finished.map(({ digest }) => digest)).size < 2) return test;
  const [own, ...others] = await groupOutputs(context, input, [answer, ...finished.map(({ output }) => output)]);
  if (others.includes(own ?? 0) || new Set(others).size > 1) return test;
  const names = finished.map(({ name }) => name).join(", ");
  const message = `on ${test.id} ${names} agree on another answer and nobody agrees with it: either they share a fault or it is right on small inputs only; that test is marked as unverified`;
  context.faults.add({ kind: "brute-force-contested", who: authority.program, message });
  return { ...test, authority: { ...authority, isVerified: false } };
}
