import type { ForgeContext } from "../../src/forge/index.ts";
import type { TestData } from "../../src/problem/index.ts";
import { invariant } from "../../src/std/index.ts";
import { holdAgainstLarger, listLargerInstances, type HypothesisReport } from "../../src/solve/index.ts";
import type { Subject } from "./subject.ts";

/** Inputs drawn by size class, up to the largest that the brute force answers quickly. */
const counts = { tiny: 20, small: 60, edge: 20 };

/** An input with its answer. */
interface AnsweredInput {
  readonly input: TestData;
  readonly answer: TestData;
}

/** Instances beyond those that claims are checked on when they are made. */
export interface LargerRange {
  readonly instances: readonly AnsweredInput[];
  /** Bytes of the longest input. */
  readonly longestBytes: number;
}

/**
 * A larger range to hold promoted claims against: inputs of random sizes and of the catalogue's shapes, answered by the
 * brute force, and the suite's own. Drawn as a run draws its own, by another seed.
 */
export async function openLargerRange(forge: ForgeContext, subject: Subject, seed: string): Promise<LargerRange> {
  const { bruteForce, suite } = subject;
  const { inputSpec: spec } = subject.problem;
  invariant(spec !== undefined, "a subject has a specification of its inputs");
  const drawn = await listLargerInstances(forge, { bruteForce, spec, seed, counts, known: new Set() });
  const instances = [...drawn, ...suite]
    .flatMap(({ input, answer }) => (answer === undefined ? [] : [{ input, answer }]))
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  return { instances, longestBytes: instances.at(-1)?.input.bytes.length ?? 0 };
}

/** What a larger range says of a claim, as far as its program follows. */
export async function holdBeyond(
  forge: ForgeContext,
  { kind, claim, program }: HypothesisReport,
  { instances }: LargerRange,
): Promise<"stands" | "refuted"> {
  invariant(kind !== undefined && program !== undefined, "a promoted claim has a program");
  const { failures } = await holdAgainstLarger(forge, { kind, claim, program }, instances);
  return failures.length === 0 ? "stands" : "refuted";
}
