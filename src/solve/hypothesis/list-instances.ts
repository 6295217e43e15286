import { answerInputs, enumerateInputs, renderInput } from "../../forge/index.ts";
import { createTestData, type InputSpec, type Program, type TestData } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import type { RunState } from "../run-state.ts";
import type { CheckedInstance, SmallInstances } from "./contract.ts";

/** Sizes of our choosing: the paper says "small instances", not how many. */
const limits = { smallest: 80, further: 160, enumerated: 8000, visits: 60_000, inputBytes: 200 };

/** Fewer are no evidence. */
export const minInstances = 8;

/**
 * Small instances with answers: where there is a specification its smallest inputs and a sample of those that come
 * next, which are of more shapes; what the believed generator made of sizes tiny and small; and the small samples.
 * GrandCode section 3.4, with enumeration where the paper samples.
 */
export async function listSmallInstances(state: RunState, bruteForce: Program): Promise<SmallInstances> {
  const made = state.tests.flatMap(({ input, answer, size }) =>
    answer !== undefined && madeSizes.has(size) && isSmall(input) ? [{ input, answer }] : [],
  );
  const { inputSpec } = state.problem;
  if (inputSpec === undefined) return { items: sortDistinct(made), description: "samples and generated inputs" };
  const { smallest, further, enumeratedCount } = enumerateSmall(inputSpec, state.seed);
  const inputs = [...smallest, ...further];
  const answers = await answerInputs(state.forge, { bruteForce, inputs });
  const answered = inputs.flatMap((input, i) => {
    const answer = answers[i];
    return answer === undefined ? [] : [{ input, answer }];
  });
  return {
    items: sortDistinct([...made, ...answered]),
    description:
      `the ${smallest.length} smallest inputs of the specification, ${further.length} of the next ` +
      `${enumeratedCount - smallest.length}, generated ones and samples`,
  };
}

const madeSizes: ReadonlySet<string> = new Set(["sample", "tiny", "small"]);

function isSmall(input: TestData): boolean {
  return input.bytes.length <= limits.inputBytes;
}

function enumerateSmall(
  spec: InputSpec,
  seed: string,
): { readonly smallest: readonly TestData[]; readonly further: readonly TestData[]; readonly enumeratedCount: number } {
  const texts: string[] = [];
  for (const value of enumerateInputs(spec, { visits: limits.visits })) {
    const text = renderInput(spec, value);
    if (text.length <= limits.inputBytes) texts.push(text);
    if (texts.length >= limits.enumerated) break;
  }
  const rest = new Rng(seed).derive("hypothesis-instances").shuffle(texts.slice(limits.smallest));
  return {
    smallest: texts.slice(0, limits.smallest).map((text) => createTestData(text)),
    further: rest.slice(0, limits.further).map((text) => createTestData(text)),
    enumeratedCount: texts.length,
  };
}

function sortDistinct(items: readonly CheckedInstance[]): readonly CheckedInstance[] {
  const byInput = new Map(items.map((item) => [item.input.digest, item]));
  return [...byInput.values()].toSorted(
    (a, b) => a.input.bytes.length - b.input.bytes.length || Buffer.compare(a.input.bytes, b.input.bytes),
  );
}
