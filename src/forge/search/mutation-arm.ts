import { createTestData, type InputSpec, type TestData } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import type { InputScope } from "../input-spec/input-value.ts";
import { parseInput } from "../input-spec/parse-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { mutateInput } from "../mutate/mutate-input.ts";
import { mutateText } from "../mutate/mutate-text.ts";
import type { DrawnInput, InputArm } from "./contract.ts";

/** Inputs like those that exist: samples and tests that were kept, the newest most often. */
export function createMutationArm(
  sources: { readonly spec?: InputSpec | undefined; readonly inputs: readonly TestData[] },
  rng: Rng,
): InputArm {
  const { spec } = sources;
  let number = 0;
  return {
    name: "mutate",
    size: 0.12,
    isValid: spec !== undefined,
    async draw({ count, kept }) {
      const pool = [...sources.inputs, ...kept.map((test) => test.input)].filter(
        (input) => input.bytes.length <= mutableBytes,
      );
      const texts = pool.map((input) => new TextDecoder("latin1").decode(input.bytes));
      if (texts.length === 0) return [];
      const drawn: DrawnInput[] = [];
      for (let i = 0; i < count; i++) {
        const own = rng.derive(number++);
        const at = own.nextInt(0, 1) === 0 ? texts.length - 1 : own.nextInt(0, texts.length - 1);
        const found = spec === undefined ? byText(texts, at, own) : bySpec(spec, { texts, at }, own);
        if (found !== undefined) drawn.push(found);
      }
      return drawn;
    },
  };
}

const mutableBytes = 20_000;

function byText(texts: readonly string[], at: number, rng: Rng): DrawnInput {
  const text = mutateText(texts[at] ?? "", { rng, others: texts });
  return { input: createTestData(Buffer.from(text, "latin1")) };
}

function bySpec(
  spec: InputSpec,
  { texts, at }: { readonly texts: readonly string[]; readonly at: number },
  rng: Rng,
): DrawnInput | undefined {
  const values = texts.flatMap((text): readonly InputScope[] => {
    const parsed = parseInput(spec, text, { isStrict: false });
    return parsed.kind === "input-parsed" ? [parsed.value] : [];
  });
  const base = values[Math.min(at, values.length - 1)];
  const mutant = base && mutateInput(spec, base, { rng, others: values });
  return mutant && { input: createTestData(renderInput(spec, mutant)), value: mutant };
}
