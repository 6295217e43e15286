import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseInputSpec } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import { generateInput } from "../input-spec/generate-input.ts";
import { parseInput } from "../input-spec/parse-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { specSamples } from "../input-spec/spec-samples.ts";
import { mutateInput } from "./mutate-input.ts";
import { mutateText } from "./mutate-text.ts";

describe.each(Object.entries(specSamples))("mutants of %s", (_, text) => {
  const parsed = parseInputSpec(text);
  if (parsed.kind === "spec-refused") throw new Error(JSON.stringify(parsed.issues));
  const { spec } = parsed;

  it("are valid, new, and the same for the same seed", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const [value, other] = ["a", "b"].map((part) =>
          generateInput(spec, { size: 0.3, rng: new Rng(`${part} ${seed}`) }),
        );
        if (value === undefined || other === undefined) return;
        const options = { rng: new Rng(`${seed}`), others: [other] };
        const mutant = mutateInput(spec, value, options);
        expect(mutateInput(spec, value, options)).toEqual(mutant);
        if (mutant === undefined) return;
        found++;
        expect(parseInput(spec, renderInput(spec, mutant))).toEqual({ kind: "input-parsed", value: mutant });
        expect(mutant).not.toEqual(value);
      }),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(30);
  });

  it("are made without the specification too, some of them valid", () => {
    const sample = renderInput(spec, generateInput(spec, { size: 0.6, rng: new Rng("5") }));
    const texts = Array.from({ length: 200 }, (__, i) => mutateText(sample, { rng: new Rng(`${i}`) }));
    expect(texts[0]).toBe(mutateText(sample, { rng: new Rng("0") }));
    const valid = new Set(texts.filter((item) => item !== sample && parseInput(spec, item).kind === "input-parsed"));
    expect(valid.size).toBeGreaterThan(0);
  });
});

test("no text breaks the mutator of texts", () => {
  const pieces = fc.constantFrom("1", "2", " ", "\n", "-", "S", "\r", "x", "9999", "é");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), fc.nat(), (parts, seed) => {
      expect(typeof mutateText(parts.join(""), { rng: new Rng(`${seed}`) })).toBe("string");
    }),
    { numRuns: 300 },
  );
});
