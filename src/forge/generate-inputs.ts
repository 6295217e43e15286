import { createTestData, type Program, type TestData } from "../problem/index.ts";
import { Rng } from "../std/index.ts";
import type { TestSize } from "./check-generator.ts";
import type { ForgeContext } from "./forge-context.ts";
import { runHelper } from "./run-helper.ts";
import { toolLimits } from "./tool-limits.ts";
import { validateInputs } from "./validate-inputs.ts";

export interface GeneratedInput {
  readonly size: TestSize;
  /** The generator call, e.g. `17 tiny`. */
  readonly call: string;
  readonly input: TestData;
}

export interface GeneratedInputs {
  readonly inputs: readonly GeneratedInput[];
  /** Per size: calls made, inputs that the validator accepted, distinct ones among them. */
  readonly counts: Readonly<Record<TestSize, { readonly made: number; readonly valid: number; readonly kept: number }>>;
}

/**
 * Calls a generator for each size class, keeps what the validator accepts, once each, smallest first within a size.
 * Edge cases are numbered from 0; other seeds derive from `seed`.
 */
export async function generateInputs(
  context: ForgeContext,
  options: {
    readonly generator: Program;
    readonly validator: Program;
    readonly counts: Readonly<Record<TestSize, number>>;
    readonly seed: string;
    /** Digests of inputs that exist already. */
    readonly known: ReadonlySet<string>;
  },
): Promise<GeneratedInputs> {
  const calls = toCalls(options.counts, options.seed);
  const reports = await runHelper(context, {
    program: options.generator,
    inputs: calls.map((call) => ({ args: [call.seed, call.size], stdin: createTestData("") })),
    limits: toolLimits,
  });
  const made = calls.flatMap((call, i) => {
    const report = reports[i];
    if (report?.verdict !== "accepted" || report.stdoutDigest === undefined) return [];
    return [
      { size: call.size, call: `${call.seed} ${call.size}`, input: context.judge.readOutput(report.stdoutDigest) },
    ];
  });
  const verdicts = await validateInputs(context, {
    validator: options.validator,
    inputs: made.map((item) => item.input),
  });
  const valid = made.filter((_, i) => verdicts[i]?.kind === "input-valid");
  const seen = new Set(options.known);
  const kept = valid.filter((item) => !seen.has(item.input.digest) && seen.add(item.input.digest));
  const countsOf = (size: TestSize) => ({
    made: options.counts[size],
    valid: countSize(valid, size),
    kept: countSize(kept, size),
  });
  return {
    inputs: sizes.flatMap((size) =>
      kept.filter((item) => item.size === size).toSorted((a, b) => a.input.bytes.length - b.input.bytes.length),
    ),
    counts: { tiny: countsOf("tiny"), small: countsOf("small"), edge: countsOf("edge"), large: countsOf("large") },
  };
}

const sizes: readonly TestSize[] = ["tiny", "small", "edge", "large"];

function toCalls(
  counts: Readonly<Record<TestSize, number>>,
  seed: string,
): readonly { seed: string; size: TestSize }[] {
  return sizes.flatMap((size) => {
    const rng = new Rng(seed).derive("generate", size);
    return Array.from({ length: counts[size] }, (_, i) => ({
      seed: size === "edge" ? String(i) : String(rng.nextInt(0, 999_999_999)),
      size,
    }));
  });
}

function countSize(items: readonly { readonly size: TestSize }[], size: TestSize): number {
  return items.filter((item) => item.size === size).length;
}
