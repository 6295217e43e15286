import {
  answerInputs,
  findAnswerableReach,
  findAnswerableSize,
  generateSpecInputs,
  type ForgeContext,
} from "../../forge/index.ts";
import type { InputSpec, Program } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import type { CheckedInstance } from "./contract.ts";

/** Of what is not large: hundreds of elements where a hundred thousand are allowed. */
const largestAnswered = 0.4;

/**
 * Inputs of random sizes, magnitudes and shapes of the catalogue, up to the largest that the brute force answers quickly,
 * with its answers; smallest first.
 */
export async function listLargerInstances(
  forge: ForgeContext,
  options: {
    readonly bruteForce: Program;
    readonly spec: InputSpec;
    readonly seed: string;
    /** Of random ones of either size class, and of those in a shape. */
    readonly counts: { readonly tiny: number; readonly small: number; readonly edge: number };
    /** Digests of inputs that exist already. */
    readonly known: ReadonlySet<string>;
  },
): Promise<readonly CheckedInstance[]> {
  const { bruteForce, spec, seed, counts, known } = options;
  const answerableSize = await tryFindSize(forge, { bruteForce, spec, seed, max: largestAnswered });
  if (answerableSize === undefined) return [];
  const reach = await findAnswerableReach(forge, { bruteForce, spec, seed, size: answerableSize });
  const made = generateSpecInputs(spec, { counts: { ...counts, large: 0 }, seed, known, answerableSize, reach });
  const inputs = made.inputs.map(({ input }) => input);
  const answers = await answerInputs(forge, { bruteForce, inputs });
  return inputs
    .flatMap((input, i) => {
      const answer = answers[i];
      return answer === undefined ? [] : [{ input, answer }];
    })
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
}

/** Undefined where the specification leaves no input of a size that is tried. */
async function tryFindSize(...call: Parameters<typeof findAnswerableSize>): Promise<number | undefined> {
  try {
    return await findAnswerableSize(...call);
  } catch (thrown) {
    if (AppError.is(thrown) && thrown.code === "FORGE_SPEC_UNSATISFIABLE") return undefined;
    throw thrown;
  }
}
