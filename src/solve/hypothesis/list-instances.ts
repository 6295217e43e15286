import { answerInputs, enumerateInputs, generateInput, renderInput } from "../../forge/index.ts";
import { createTestData, type InputSpec, type Program, type TestData } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import type { RunState } from "../run-state.ts";
import type { CheckedInstance, SmallInstances } from "./contract.ts";

/** Sizes of our choosing: the paper says "small instances", not how many. */
const limits = { enumerated: 120, sampled: 80, inputBytes: 200, visits: 20_000 };

/** Fewer are no evidence. */
export const minInstances = 8;

/**
 * Small instances with answers: the smallest inputs of the specification and small random ones where there is a
 * specification, else what the believed generator made of sizes tiny and small; and the small samples.
 * GrandCode section 3.4, with enumeration where the paper samples.
 */
export async function listSmallInstances(state: RunState, bruteForce: Program): Promise<SmallInstances> {
  const made = state.tests.flatMap(({ input, answer, size }) =>
    answer !== undefined && madeSizes.has(size) && isSmall(input) ? [{ input, answer }] : [],
  );
  const { inputSpec } = state.problem;
  if (inputSpec === undefined) return { items: sortDistinct(made), description: "samples and generated inputs" };
  const enumerated = listSmallest(inputSpec);
  const inputs = [...enumerated, ...sampleSmall(inputSpec, state.seed)];
  const answers = await answerInputs(state.forge, { bruteForce, inputs });
  const answered = inputs.flatMap((input, i) => {
    const answer = answers[i];
    return answer === undefined ? [] : [{ input, answer }];
  });
  return {
    items: sortDistinct([...made, ...answered]),
    description: `the ${enumerated.length} smallest inputs of the specification, small random ones and samples`,
  };
}

const madeSizes: ReadonlySet<string> = new Set(["sample", "tiny", "small"]);

function isSmall(input: TestData): boolean {
  return input.bytes.length <= limits.inputBytes;
}

function listSmallest(spec: InputSpec): readonly TestData[] {
  const inputs: TestData[] = [];
  for (const value of enumerateInputs(spec, { visits: limits.visits })) {
    const input = createTestData(renderInput(spec, value));
    if (isSmall(input)) inputs.push(input);
    if (inputs.length >= limits.enumerated) break;
  }
  return inputs;
}

/** From the smallest size up, as long as what comes is small. */
function sampleSmall(spec: InputSpec, seed: string): readonly TestData[] {
  const rng = new Rng(seed).derive("hypothesis-instances");
  return Array.from({ length: limits.sampled }, (_, i) => {
    const size = 0.05 + (0.25 * i) / limits.sampled;
    return createTestData(renderInput(spec, generateInput(spec, { size, rng: rng.derive(i) })));
  }).filter(isSmall);
}

function sortDistinct(items: readonly CheckedInstance[]): readonly CheckedInstance[] {
  const byInput = new Map(items.map((item) => [item.input.digest, item]));
  return [...byInput.values()].toSorted(
    (a, b) => a.input.bytes.length - b.input.bytes.length || (a.input.digest < b.input.digest ? -1 : 1),
  );
}
