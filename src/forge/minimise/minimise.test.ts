import { describe, expect, it, test } from "vitest";
import { createTestData, parseInputSpec, type InputSpec, type TestData } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import { generateInput } from "../input-spec/generate-input.ts";
import { parseInput } from "../input-spec/parse-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { classicBugs, type ClassicBug } from "./classic-bugs.ts";
import { minimiseInput } from "./minimise-input.ts";
import { countTokens, type InputTest } from "./search.ts";

const toText = (input: TestData): string => new TextDecoder().decode(input.bytes);

function toSpec(text: string): InputSpec {
  const parsed = parseInputSpec(text);
  if (parsed.kind === "spec-refused") throw new Error(JSON.stringify(parsed.issues));
  return parsed.spec;
}

/** Asks two programs, written as functions of the input's numbers or words. */
function toTest(bug: ClassicBug): InputTest {
  return async (inputs) =>
    inputs.map((input) => {
      const tokens = toText(input).split(/\s+/).filter(Boolean);
      return bug.right(tokens) !== bug.wrong(tokens);
    });
}

function findFailing(bug: ClassicBug, spec: InputSpec): string {
  for (let seed = 0; seed < 400; seed++) {
    const rng = new Rng(`${bug.name} ${seed}`);
    const value = generateInput(spec, { size: seed < 200 ? 0.8 : 0.5, isExact: seed % 2 === 0, rng, shape: bug.shape });
    const text = renderInput(spec, value);
    const tokens = text.split(/\s+/).filter(Boolean);
    if (bug.right(tokens) !== bug.wrong(tokens)) return text;
  }
  throw new Error(`no input shows ${bug.name}`);
}

const areInteresting: InputTest = async (inputs) => inputs.map(() => false);

const sizes = { spec: new Map<string, number>(), text: new Map<string, number>() };

describe.each(classicBugs)("the bug $name", (bug) => {
  const spec = toSpec(bug.spec);
  const failing = findFailing(bug, spec);

  it("shrinks by the specification, valid at every step, to what no step makes smaller", async () => {
    const asked: string[] = [];
    const result = await minimiseInput({
      input: createTestData(failing),
      spec,
      budget: { runs: 20_000 },
      areInteresting: (inputs, options) => {
        asked.push(...inputs.map(toText));
        return toTest(bug)(inputs, options);
      },
    });
    if (result.kind !== "input-minimised") throw new Error("not interesting");
    for (const text of asked) expect(parseInput(spec, text).kind).toBe("input-parsed");
    expect(await toTest(bug)([result.input], {})).toEqual([true]);
    expect(result.end).toBe("local-minimum");
    expect(result.tokens).toBeLessThanOrEqual(bug.mostTokens);
    sizes.spec.set(bug.name, result.tokens);
  });

  it("shrinks without the specification, with a validator", async () => {
    const result = await minimiseInput({
      input: createTestData(failing),
      areValid: async (inputs) => inputs.map((input) => parseInput(spec, input.bytes).kind === "input-parsed"),
      budget: { runs: 20_000 },
      areInteresting: toTest(bug),
    });
    if (result.kind !== "input-minimised") throw new Error("not interesting");
    expect(parseInput(spec, result.input.bytes).kind).toBe("input-parsed");
    expect(await toTest(bug)([result.input], {})).toEqual([true]);
    expect(result.tokens).toBeLessThanOrEqual(bug.mostTokens);
    sizes.text.set(bug.name, result.tokens);
  });
});

test("the median result has at most 12 tokens, with the specification and without", () => {
  for (const found of [sizes.spec, sizes.text]) {
    const sorted = [...found.values()].toSorted((a, b) => a - b);
    expect(sorted).toHaveLength(classicBugs.length);
    expect(sorted[sorted.length >> 1]).toBeLessThanOrEqual(12);
  }
});

test("the result does not depend on how many candidates are judged at once", async () => {
  const bug = classicBugs[0];
  if (bug === undefined) throw new Error("no bug");
  const spec = toSpec(bug.spec);
  const input = createTestData(findFailing(bug, spec));
  const run = async (batchSize: number) =>
    minimiseInput({ input, spec, batchSize, budget: { runs: 50_000 }, areInteresting: toTest(bug) });
  const [one, many] = [await run(1), await run(64)];
  expect(one.kind === "input-minimised" && many.kind === "input-minimised" && one.input).toEqual(
    many.kind === "input-minimised" && many.input,
  );
});

test("the budget is kept, progress goes down, and what was found so far is returned", async () => {
  const spec = toSpec("input: [{ line: { n: [1, 1000] } }, { line: { a: { array: n, of: [1, 1000] } } }]");
  const text = renderInput(spec, generateInput(spec, { size: 1, isExact: true, rng: new Rng("7") }));
  let asked = 0;
  const tokens: number[] = [];
  const result = await minimiseInput({
    input: createTestData(text),
    spec,
    budget: { runs: 40 },
    onProgress: (progress) => tokens.push(progress.tokens),
    areInteresting: async (inputs) => {
      asked += inputs.length;
      return inputs.map((input) => countTokens(toText(input)) > 100);
    },
  });
  expect(asked).toBeLessThanOrEqual(40);
  expect(result).toMatchObject({ kind: "input-minimised", end: "budget-spent", runs: asked });
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens).toEqual(tokens.toSorted((a, b) => b - a));
});

test("an input that shows nothing is said to show nothing, and an abort ends it", async () => {
  const input = createTestData("1\n1\n");
  expect(await minimiseInput({ input, budget: { runs: 9 }, areInteresting })).toEqual({
    kind: "input-not-interesting",
  });
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(minimiseInput({ input, budget: { runs: 9 }, areInteresting, signal })).rejects.toThrow("enough");
});

test("an input that its own validator refuses can still be minimised without it", async () => {
  const result = await minimiseInput({
    input: createTestData("3\n1 2 3\n"),
    spec: toSpec("input: [{ line: { n: [1, 2] } }, { line: { a: { array: n, of: [1, 9] } } }]"),
    budget: { runs: 500 },
    areInteresting: async (inputs) => inputs.map((item) => toText(item).includes("3")),
  });
  expect(result).toMatchObject({ kind: "input-minimised", usedSpec: false });
  expect(result.kind === "input-minimised" && toText(result.input)).toBe("3\n");
});
