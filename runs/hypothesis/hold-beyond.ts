import { answerInputs, findAnswerableSize, generateSpecInputs, type ForgeContext } from "../../src/forge/index.ts";
import type { TestCase, TestData } from "../../src/problem/index.ts";
import { invariant } from "../../src/std/index.ts";
import { findContradiction, type HypothesisReport } from "../../src/solve/index.ts";
import type { Subject } from "./subject.ts";

/** Inputs drawn by size class, up to the largest that the brute force answers quickly. */
const counts = { tiny: 20, small: 60, edge: 20, large: 0 };

/** A test with its answer. */
type AnsweredTest = TestCase & { readonly answer: TestData };

/** Instances beyond those that claims are checked on when they are made. */
export interface LargerRange {
  readonly instances: readonly AnsweredTest[];
  /** Bytes of the longest input. */
  readonly longestBytes: number;
}

/**
 * A larger range to hold promoted claims against: inputs of random sizes and of the catalogue's shapes, answered by the
 * brute force, and the suite's own.
 */
export async function openLargerRange(forge: ForgeContext, subject: Subject, seed: string): Promise<LargerRange> {
  const { bruteForce, suite } = subject;
  const { inputSpec: spec } = subject.problem;
  invariant(spec !== undefined, "a subject has a specification of its inputs");
  const answerableSize = await findAnswerableSize(forge, { bruteForce, spec, seed, max: 0.4 });
  const { inputs } = generateSpecInputs(spec, { counts, seed, known: new Set(), answerableSize });
  const answers = await answerInputs(forge, { bruteForce, inputs: inputs.map(({ input }) => input) });
  const drawn = inputs.map(({ input }, i) => ({ id: `beyond/${i + 1}`, isSample: false, input, answer: answers[i] }));
  const instances = [...drawn, ...suite]
    .flatMap((test) => (test.answer === undefined ? [] : [{ ...test, answer: test.answer }]))
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  return { instances, longestBytes: instances.at(-1)?.input.bytes.length ?? 0 };
}

/** Instances that are tried before it is asked whether the claim's program can still follow. */
const batchSize = 8;
const limits = { timeLimitMs: 2000, memoryLimitBytes: 1024 ** 3 };

/**
 * What a larger range says of a claim, smallest first, as far as its program follows. Only a wrong answer refutes: a
 * claim's program may be too slow for large inputs, or reach beyond its arrays, and still be true.
 */
export async function holdBeyond(
  forge: ForgeContext,
  { kind, claim, program }: HypothesisReport,
  { instances }: LargerRange,
): Promise<"stands" | "refuted"> {
  invariant(kind !== undefined && program !== undefined, "a promoted claim has a program");
  for (let start = 0; start < instances.length; start += batchSize) {
    const batch = instances.slice(start, start + batchSize);
    const failure = await findContradiction(forge, { kind, claim, program }, batch);
    if (failure !== undefined) return "refuted";
    const inputs = batch.slice(-1).map(({ input }) => ({ stdin: input }));
    const [last] = await forge.judge.execute(program, { inputs, limits });
    if (last?.verdict === "time-limit-exceeded") break;
  }
  return "stands";
}
