import { createTestData, type TestData } from "../../problem/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import type { FaultList } from "./search-context.ts";

/**
 * Whether the problem's checker may be relied on: it accepts answers as outputs, and neither an empty output nor junk
 * where the answer is not empty. What is wrong with it is named. Only checkers that are programs can fail.
 */
export async function isCheckerSound(
  context: ForgeContext & { readonly faults: Pick<FaultList, "add"> },
  known: readonly { readonly input: TestData; readonly answer?: TestData | undefined }[],
): Promise<boolean> {
  const { checker, interactor } = context.problem;
  if (checker.kind !== "program" || interactor !== undefined) return true;
  const probes = known
    .flatMap(({ input, answer }) => (answer === undefined || answer.bytes.length === 0 ? [] : [{ input, answer }]))
    .slice(0, 3);
  if (probes.length === 0) return true;
  const who = checker.program.fileName;
  let junkAccepted = 0;
  for (const { input, answer } of probes) {
    const ask = async (output: typeof answer) =>
      context.judge.compareOutputs(checker, { input, output, answer }, { signal: context.signal });
    const own = await ask(answer);
    if (own.kind === "comparison-failed") {
      context.faults.add({ kind: "checker-fails", who, message: own.message });
      return false;
    }
    if (own.kind === "outputs-differ" && context.problem.scoring.kind !== "open-ended") {
      const message = `it rejects the answer as an output for that answer: ${own.message}`;
      context.faults.add({ kind: "checker-rejects-answer", who, message });
      return false;
    }
    const words = await Promise.all([...junk].map(async (text) => ask(createTestData(text))));
    if (words.every(({ kind }) => kind === "outputs-agree")) junkAccepted++;
  }
  if (junkAccepted < probes.length) return true;
  const message = `it accepts an empty output and junk on ${junkAccepted} of ${probes.length} inputs`;
  context.faults.add({ kind: "checker-accepts-junk", who, message });
  return false;
}

const junk: readonly string[] = ["", "grandsmith junk\n", "\u0001\u0002\n"];
