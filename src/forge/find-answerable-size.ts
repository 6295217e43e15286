import { createTestData, type InputSpec, type Program } from "../problem/index.ts";
import { AppError, Rng } from "../std/index.ts";
import type { ForgeContext } from "./forge-context.ts";
import { generateInput, type GenerateOptions } from "./input-spec/generate-input.ts";
import type { InputScope } from "./input-spec/input-value.ts";
import { renderInput } from "./input-spec/render-input.ts";
import { toolLimits } from "./tool-limits.ts";

/** Sizes of `generateInput` that are tried, in this order. */
const probedSizes = [0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4] as const;

/** A brute force that needs longer for one input would take too long for a hundred. */
const quickMs = 200;

/**
 * The largest size of input, at most `max`, that a brute force answers quickly: exponential ones end at a dozen elements
 * where others follow to hundreds. The smallest that is tried is returned even where it is too slow for that.
 */
export async function findAnswerableSize(
  context: ForgeContext,
  options: { readonly bruteForce: Program; readonly spec: InputSpec; readonly seed: string; readonly max: number },
): Promise<number> {
  const { bruteForce, spec, seed, max } = options;
  const rng = new Rng(seed).derive("answerable size");
  let found: number = probedSizes[0];
  for (const size of probedSizes.filter((probed) => probed <= max)) {
    const values = [0, 1].map((i) => generateInput(spec, { size, isExact: true, rng: rng.derive(size, i) }));
    if (!(await answersQuickly(context, { bruteForce, spec, values }))) break;
    found = size;
  }
  return found;
}

/** Reaches of `generateInput` that are tried, in this order; the last one is all of 64 bits. */
const probedReaches = Array.from({ length: 18 }, (_, i) => 10n ** BigInt(i + 2));

/**
 * How far numbers may stray so that a brute force answers quickly at a size that `findAnswerableSize` found: those that
 * count up to a number of the input end at some millions. At least the smallest reach that is tried; one that leaves no
 * input is passed over.
 */
export async function findAnswerableReach(
  context: ForgeContext,
  options: { readonly bruteForce: Program; readonly spec: InputSpec; readonly seed: string; readonly size: number },
): Promise<bigint> {
  const { bruteForce, spec, seed, size } = options;
  const rng = new Rng(seed).derive("answerable reach");
  const isQuick = async (reach: bigint): Promise<boolean> => {
    const values = ["random", "ints:maximum"].flatMap((shape) => {
      const made = tryGenerate(spec, { size, isExact: true, shape, reach, rng: rng.derive(String(reach), shape) });
      return made === undefined ? [] : [made];
    });
    return answersQuickly(context, { bruteForce, spec, values });
  };
  const most = probedReaches.at(-1) ?? 1n;
  if (await isQuick(most)) return most;
  let found = probedReaches[0] ?? 1n;
  for (const reach of probedReaches) {
    if (!(await isQuick(reach))) break;
    found = reach;
  }
  return found;
}

function tryGenerate(spec: InputSpec, options: GenerateOptions): InputScope | undefined {
  try {
    return generateInput(spec, options);
  } catch (thrown) {
    if (AppError.is(thrown) && thrown.code === "FORGE_SPEC_UNSATISFIABLE") return undefined;
    throw thrown;
  }
}

async function answersQuickly(
  context: ForgeContext,
  job: { readonly bruteForce: Program; readonly spec: InputSpec; readonly values: readonly InputScope[] },
): Promise<boolean> {
  const { bruteForce, spec, values } = job;
  if (values.length === 0) return true;
  const inputs = values.map((value) => ({ stdin: createTestData(renderInput(spec, value)) }));
  const limits = { ...toolLimits, timeLimitMs: quickMs };
  const reports = await context.judge.execute(bruteForce, { inputs, limits }, { signal: context.signal });
  return reports.every(({ verdict }) => verdict === "accepted");
}
