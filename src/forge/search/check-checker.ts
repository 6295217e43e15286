import { createTestData, type Checker, type TestData } from "../../problem/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import type { FaultList } from "./search-context.ts";

/**
 * Whether the problem's checker may be relied on: it accepts answers as outputs, neither an empty output nor junk where
 * the answer is not empty, and not every answer for every other input. What is wrong with it is named. Only checkers
 * that are programs can fail.
 */
export async function isCheckerSound(
  context: ForgeContext & { readonly faults: Pick<FaultList, "add"> },
  known: readonly KnownAnswer[],
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
  if (junkAccepted < probes.length) return !(await acceptsAnyAnswer(context, { checker, who, known }));
  const message = `it accepts an empty output and junk on ${junkAccepted} of ${probes.length} inputs`;
  context.faults.add({ kind: "checker-accepts-junk", who, message });
  return false;
}

/** Whether three different answers all do for each other's inputs: then it does not look at the answer, nor the input. */
async function acceptsAnyAnswer(
  context: Parameters<typeof isCheckerSound>[0],
  parts: { readonly checker: Checker; readonly who: string; readonly known: readonly KnownAnswer[] },
): Promise<boolean> {
  const { checker, who, known } = parts;
  const distinct = new Map(known.flatMap(({ input, answer }) => (answer ? [[answer.digest, { input, answer }]] : [])));
  const three = [...distinct.values()].slice(0, 3);
  if (three.length < 3 || context.problem.scoring.kind === "open-ended") return false;
  for (const { input, answer } of three) {
    for (const { answer: output } of three) {
      if (output === answer) continue;
      const { signal } = context;
      const compared = await context.judge.compareOutputs(checker, { input, output, answer }, { signal });
      if (compared.kind !== "outputs-agree") return false;
    }
  }
  const message = "it accepts the answers of three inputs for each other's input, though all three differ";
  context.faults.add({ kind: "checker-accepts-junk", who, message });
  return true;
}

interface KnownAnswer {
  readonly input: TestData;
  readonly answer?: TestData | undefined;
}

const junk: readonly string[] = ["", "grandsmith junk\n", "\u0001\u0002\n"];
