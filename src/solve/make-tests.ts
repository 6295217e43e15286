import {
  answerInputs,
  findAnswerableSize,
  generateInputs,
  generateSpecInputs,
  validateInputs,
  type GeneratedInputs,
} from "../forge/index.ts";
import { createTestData, type TestData } from "../problem/index.ts";
import type { RunTest } from "./contract.ts";
import { emit, findBelieved, type RunState } from "./run-state.ts";

/** The package's samples as tests of the run. Other tests of a package stay unseen: they are the exam. */
export function toSampleTests(state: Pick<RunState, "problem">): RunTest[] {
  return state.problem.tests
    .filter((test) => test.isSample)
    .map((test) => ({
      id: test.id,
      size: "sample",
      input: test.input,
      answer: test.answer,
      answeredBy: test.answer === undefined ? "nobody" : "package",
      isSeparating: false,
    }));
}

/**
 * Generates tests with the believed generator, or else by the problem's input specification, and answers them by the
 * believed brute force.
 */
export async function makeGeneratedTests(state: RunState): Promise<void> {
  const made = await generate(state);
  if (made === undefined) return;
  for (const [size, count] of Object.entries(made.counts))
    emit(state, { kind: "tests-made", data: { size, ...count } });
  const answerable = made.inputs.filter((item) => item.size !== "large");
  const answers = await answer(
    state,
    answerable.map((item) => item.input),
  );
  const numbers = new Map<string, number>();
  for (const item of made.inputs) {
    const number = (numbers.get(item.size) ?? 0) + 1;
    numbers.set(item.size, number);
    const known = answers.get(item.input.digest);
    state.tests.push(
      toTest({
        id: `${item.size}/${String(number).padStart(2, "0")}`,
        size: item.size,
        input: item.input,
        answer: known,
      }),
    );
  }
}

/** Of what is not large: hundreds of elements where a hundred thousand are allowed. */
const largestAnswered = 0.4;

async function generate(state: RunState): Promise<GeneratedInputs | undefined> {
  const generator = findBelieved(state, "generator");
  const validator = findBelieved(state, "validator");
  const { inputSpec } = state.problem;
  const known = new Set(state.tests.map((test) => test.input.digest));
  const options = { counts: state.plan.testCounts, seed: state.seed, known };
  if (generator !== undefined && validator !== undefined) {
    return generateInputs(state.forge, { generator, validator, ...options });
  }
  if (inputSpec === undefined) return undefined;
  const bruteForce = findBelieved(state, "brute-force");
  const probe = { spec: inputSpec, seed: state.seed, max: largestAnswered };
  const answerableSize =
    bruteForce === undefined ? largestAnswered : await findAnswerableSize(state.forge, { ...probe, bruteForce });
  return generateSpecInputs(inputSpec, { ...options, answerableSize });
}

/** Adds inputs that the tester proposed, as far as they are new and valid. Returns the ids of the tests added. */
export async function addProposedTests(
  state: RunState,
  proposal: { readonly inputs: readonly string[]; readonly boundary: string },
): Promise<readonly string[]> {
  const validator = findBelieved(state, "validator");
  if (validator === undefined) return [];
  const known = new Set(state.tests.map((test) => test.input.digest));
  const inputs = proposal.inputs
    .slice(0, 20)
    .map((text) => createTestData(text.endsWith("\n") ? text : `${text}\n`))
    .filter((input) => !known.has(input.digest) && known.add(input.digest));
  const verdicts = await validateInputs(state.forge, { validator, inputs });
  const valid = inputs.filter((_, i) => verdicts[i]?.kind === "input-valid");
  const answers = await answer(state, valid);
  const first = state.tests.filter((test) => test.size === "proposed").length;
  const tests = valid.map((input, i) =>
    toTest({
      id: `proposed/${String(first + i + 1).padStart(2, "0")}`,
      size: "proposed",
      input,
      answer: answers.get(input.digest),
      boundary: proposal.boundary || undefined,
    }),
  );
  state.tests.push(...tests);
  emit(state, {
    kind: "tests-made",
    data: { size: "proposed", made: proposal.inputs.length, valid: valid.length, kept: valid.length },
  });
  return tests.map((test) => test.id);
}

function toTest(test: Pick<RunTest, "id" | "size" | "input" | "answer" | "boundary">): RunTest {
  return { ...test, answeredBy: test.answer === undefined ? "nobody" : "brute-force", isSeparating: false };
}

async function answer(state: RunState, inputs: readonly TestData[]): Promise<ReadonlyMap<string, TestData>> {
  const bruteForce = findBelieved(state, "brute-force");
  if (bruteForce === undefined) return new Map();
  const outputs = await answerInputs(state.forge, { bruteForce, inputs });
  return new Map(
    inputs.flatMap((input, i) => {
      const output = outputs[i];
      return output === undefined ? [] : [[input.digest, output] as const];
    }),
  );
}
