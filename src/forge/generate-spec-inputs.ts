import { createTestData, type InputSpec } from "../problem/index.ts";
import { AppError, Rng } from "../std/index.ts";
import type { TestSize } from "./check-generator.ts";
import type { GeneratedInput, GeneratedInputs } from "./generate-inputs.ts";
import { generateInput } from "./input-spec/generate-input.ts";
import { renderInput } from "./input-spec/render-input.ts";
import { listShapes } from "./input-spec/shapes.ts";

/** Sizes of `generateInput`, from and to; edge cases and large inputs take the catalogue's shapes. */
const plans: Readonly<Record<TestSize, { readonly from: number; readonly to: number; readonly hasShape: boolean }>> = {
  tiny: { from: 0, to: 0.2, hasShape: false },
  small: { from: 0.2, to: 0.4, hasShape: false },
  edge: { from: 0.1, to: 0.4, hasShape: true },
  large: { from: 1, to: 1, hasShape: true },
};

const sizes = ["tiny", "small", "edge", "large"] as const satisfies readonly TestSize[];

/** What is large must not be taken for an edge case where a specification has few inputs. */
const drawOrder = ["large", "tiny", "small", "edge"] as const satisfies readonly TestSize[];

/** What `generateInputs` does with a generator and a validator, done with a specification, which is both. */
export function generateSpecInputs(
  spec: InputSpec,
  options: {
    readonly counts: Readonly<Record<TestSize, number>>;
    readonly seed: string;
    /** Digests of inputs that exist already. */
    readonly known: ReadonlySet<string>;
    /** What is not large is at most so large; see `findAnswerableSize`. */
    readonly answerableSize: number;
    /** Numbers stray from their simplest value at most so far, most of them less; see `findAnswerableReach`. */
    readonly reach?: bigint | undefined;
  },
): GeneratedInputs {
  const seen = new Set(options.known);
  const root = new Rng(options.seed).derive("generate from specification");
  const shapes = listShapes(spec);
  const bySize = drawOrder.map((size) => {
    const made = Array.from({ length: options.counts[size] }, (_, i) =>
      draw(spec, {
        size,
        shapes,
        most: size === "large" ? 1 : options.answerableSize,
        reach: options.reach,
        rng: root.derive(size, i),
      }),
    );
    const valid = made.filter((item) => item !== undefined);
    const kept = valid.filter(({ input }) => !seen.has(input.digest) && seen.add(input.digest));
    const inputs = kept.toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
    return { size, inputs, counts: { made: made.length, valid: valid.length, kept: kept.length } };
  });
  const counts = Object.fromEntries(
    bySize.map(({ size, counts: count }) => [size, count]),
  ) as GeneratedInputs["counts"];
  const inOrder = sizes.flatMap((size) => bySize.find((drawn) => drawn.size === size)?.inputs ?? []);
  return { inputs: inOrder, counts };
}

/** Undefined where the specification leaves no input of that size and shape. */
function draw(
  spec: InputSpec,
  parts: {
    readonly size: TestSize;
    readonly shapes: readonly string[];
    readonly most: number;
    readonly reach: bigint | undefined;
    readonly rng: Rng;
  },
): GeneratedInput | undefined {
  const { size, shapes, most, reach, rng } = parts;
  const { from, to, hasShape } = plans[size];
  const shape = hasShape && shapes.length > 0 ? shapes[rng.nextInt(0, shapes.length - 1)] : undefined;
  try {
    const value = generateInput(spec, {
      size: Math.min(most, from + (to - from) * rng.nextFloat()),
      shape,
      isExact: size === "large",
      reach: reach === undefined ? undefined : drawReach(reach, rng.derive("reach")),
      rng,
    });
    return { size, call: `specification, ${shape ?? "random"}`, input: createTestData(renderInput(spec, value)) };
  } catch (cause) {
    if (AppError.is(cause) && cause.code === "FORGE_SPEC_UNSATISFIABLE") return undefined;
    throw cause;
  }
}

/** From 1 to `most`, all magnitudes alike. */
function drawReach(most: bigint, rng: Rng): bigint {
  return BigInt(Math.ceil(Number(most) ** rng.nextFloat()));
}
