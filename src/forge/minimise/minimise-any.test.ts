import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createTestData, parseInputSpec, type TestData } from "../../problem/index.ts";
import { computeDigest, Rng } from "../../std/index.ts";
import { generateInput } from "../input-spec/generate-input.ts";
import { parseInput } from "../input-spec/parse-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { specSamples } from "../input-spec/spec-samples.ts";
import { minimiseInput } from "./minimise-input.ts";

/** Arbitrary but fixed: about one input in three. */
const isLucky = (input: TestData): boolean => Number.parseInt(computeDigest(input.bytes).slice(0, 4), 16) % 3 === 0;

describe.each(Object.entries(specSamples))("an input of %s", (_, text) => {
  const parsed = parseInputSpec(text);
  if (parsed.kind === "spec-refused") throw new Error(JSON.stringify(parsed.issues));
  const { spec } = parsed;

  it("shrinks through valid inputs only, to an interesting one that is no larger, whatever is looked for", async () => {
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const value = generateInput(spec, { size: 0.5, rng: new Rng(`${seed}`) });
      const input = createTestData(renderInput(spec, value));
      const asked: TestData[] = [];
      const result = await minimiseInput({
        input,
        spec,
        budget: { runs: 300 },
        areInteresting: async (inputs) => {
          asked.push(...inputs);
          return inputs.map((item) => item.digest === input.digest || isLucky(item));
        },
      });
      const valid = asked.filter((item) => parseInput(spec, item.bytes).kind === "input-parsed");
      expect(valid).toHaveLength(asked.length);
      expect(new Set(asked.map((item) => item.digest)).size).toBe(asked.length);
      expect(result).toMatchObject({ kind: "input-minimised", usedSpec: true, runs: asked.length });
    });
    await fc.assert(property, { numRuns: 8 });
  });

  it("shrinks to the smallest input there is, if anything will do", async () => {
    const value = generateInput(spec, { size: 0.5, rng: new Rng("1") });
    const result = await minimiseInput({
      input: createTestData(renderInput(spec, value)),
      spec,
      budget: { runs: 2000 },
      areInteresting: async (inputs) => inputs.map(() => true),
    });
    const smallest = generateInput(spec, { size: 0, isExact: true, rng: new Rng("1"), shape: "ints:minimum" });
    const count = renderInput(spec, smallest).split(/\s+/).length - 1;
    expect(result).toMatchObject({ kind: "input-minimised", end: "local-minimum" });
    expect(result.kind === "input-minimised" && result.tokens).toBeLessThanOrEqual(count);
  });
});

test("any text can be minimised without a specification", async () => {
  const pieces = fc.constantFrom("1", "2", "3", " ", "\n", "-5", "S", "\r", "x", "10", "é", "\0", "ab");
  const property = fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
    const input = createTestData(parts.join(""));
    const result = await minimiseInput({
      input,
      budget: { runs: 200 },
      areInteresting: async (inputs) => inputs.map((item) => item.digest === input.digest || isLucky(item)),
    });
    expect(result.kind).toBe("input-minimised");
  });
  await fc.assert(property, { numRuns: 60 });
});
