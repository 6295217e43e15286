import { createTestData, type InputSpec, type Program } from "../problem/index.ts";
import { Rng } from "../std/index.ts";
import type { ForgeContext } from "./forge-context.ts";
import { generateInput } from "./input-spec/generate-input.ts";
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
  const limits = { ...toolLimits, timeLimitMs: quickMs };
  let found: number = probedSizes[0];
  for (const size of probedSizes.filter((probed) => probed <= max)) {
    const values = [0, 1].map((i) => generateInput(spec, { size, isExact: true, rng: rng.derive(size, i) }));
    const inputs = values.map((value) => ({ stdin: createTestData(renderInput(spec, value)) }));
    const reports = await context.judge.execute(bruteForce, { inputs, limits }, { signal: context.signal });
    if (reports.some(({ verdict }) => verdict !== "accepted")) break;
    found = size;
  }
  return found;
}
