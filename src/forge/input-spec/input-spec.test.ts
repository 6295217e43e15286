import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseInputSpec, type InputSpec } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import { enumerateInputs } from "./enumerate-inputs.ts";
import { generateInput } from "./generate-input.ts";
import { packCases, splitCases } from "./pack-cases.ts";
import { parseInput } from "./parse-input.ts";
import { refitInput } from "./refit-input.ts";
import { renderInput } from "./render-input.ts";
import { listShapes } from "./shapes.ts";
import { specSamples } from "./spec-samples.ts";

const specs: ReadonlyMap<string, InputSpec> = new Map(
  Object.entries(specSamples).map(([name, text]) => {
    const parsed = parseInputSpec(text);
    if (parsed.kind === "spec-refused") throw new Error(`${name}: ${JSON.stringify(parsed.issues)}`);
    return [name, parsed.spec];
  }),
);

function toSpec(name: string): InputSpec {
  const spec = specs.get(name);
  if (spec === undefined) throw new Error(name);
  return spec;
}

function listTexts(spec: InputSpec, visits: number): readonly string[] {
  return [...enumerateInputs(spec, { visits })].map((value) => renderInput(spec, value));
}

describe.each([...specs])("the specification %s", (_, spec) => {
  it("generates inputs that it reads back as the same, at every size and in every shape", () => {
    const shapes = ["random", ...listShapes(spec)];
    const property = fc.property(
      fc.constantFrom(...shapes),
      fc.constantFrom(0, 0.1, 0.3, 0.5),
      fc.boolean(),
      fc.nat(),
      (shape, size, isExact, seed) => {
        const value = generateInput(spec, { size, shape, isExact, rng: new Rng(`${seed}`) });
        expect(parseInput(spec, renderInput(spec, value))).toEqual({ kind: "input-parsed", value });
        expect(refitInput(spec, value)).toEqual(value);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  it("enumerates valid inputs, each once, the same ones every time", () => {
    const texts = listTexts(spec, 400);
    expect(texts.length).toBeGreaterThan(3);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(parseInput(spec, text).kind).toBe("input-parsed");
    expect(listTexts(spec, 400)).toEqual(texts);
  });

  it("refits any draft to a valid input or to none", () => {
    const property = fc.property(fc.nat(), fc.nat(), (seed, other) => {
      const [a, b] = [seed, other].map((s) => generateInput(spec, { size: 0.3, rng: new Rng(`${s}`) }));
      const keys = Object.keys(a ?? {});
      const draft = { ...a, ...Object.fromEntries(Object.entries(b ?? {}).slice(seed % (keys.length + 1))) };
      const fitted = refitInput(spec, draft);
      const isFine = fitted === undefined || parseInput(spec, renderInput(spec, fitted)).kind === "input-parsed";
      expect(isFine).toBe(true);
    });
    expect(() => fc.assert(property, { numRuns: 40 })).not.toThrow();
  });
});

test("the same seed gives the same input, another seed another one", () => {
  const spec = toSpec("two-couriers");
  const make = (seed: string) => renderInput(spec, generateInput(spec, { size: 0.5, rng: new Rng(seed) }));
  expect(make("1")).toBe(make("1"));
  expect(make("1")).not.toBe(make("2"));
});

test("size 1 reaches the largest sizes, and size 0 the smallest", () => {
  const spec = toSpec("two-couriers");
  expect(generateInput(spec, { size: 1, isExact: true, rng: new Rng("1") })["n"]).toBe(2000n);
  expect(generateInput(spec, { size: 0, rng: new Rng("1") })["n"]).toBe(1n);
  const sums = toSpec("sums-over-cases");
  const big = generateInput(sums, { size: 1, isExact: true, shape: "cases:one-big", rng: new Rng("2") });
  expect(renderInput(sums, big).split(/\s+/).length).toBeGreaterThan(1000);
});

test.each([
  ["2 1 5\n3\n", "line 2, token 2: x[2]"],
  ["2 1 5\n3 100001\n", "x[2]: expected a whole number from -100000 to 100000, got 100001"],
  ["2 1 5\n3 04\n", 'got "04"'],
  ["2  1 5\n3 4\n", 'line 1, token 2: p: expected a whole number from -100000 to 100000, got " "'],
  ["2 1 5\n3 4", "the end of the line (LF), got the end of the input"],
  ["2 1 5\n3 4\n\n", "line 3, token 1: expected the end of the input"],
  ["2 1 5\r\n3 4\n", "got a carriage return (CR)"],
  ["2 1 5 \n3 4\n", "line 1, token 4: expected the end of the line"],
])("the text %j is refused with its place and reason", (text, reason) => {
  const parsed = parseInput(toSpec("two-couriers"), text);
  const shown =
    parsed.kind === "input-parsed"
      ? "parsed"
      : `line ${parsed.violation.line}, token ${parsed.violation.token}: ${parsed.violation.variable === "" ? "" : `${parsed.violation.variable}: `}expected ${parsed.violation.expected}, got ${parsed.violation.actual}`;
  expect(shown).toContain(reason);
});

test("white space is free where strictness is turned off, numbers are not", () => {
  const spec = toSpec("two-couriers");
  expect(parseInput(spec, "2 1\r\n5 3\n\n 4", { isStrict: false }).kind).toBe("input-parsed");
  expect(parseInput(spec, "2 1\r\n5 3\n\n 4 7", { isStrict: false }).kind).toBe("input-violation");
});

test.each([
  ["graph", "3 2\n1 2 5\n2 1 5\n", "an edge that is new"],
  ["graph", "4 3\n1 2 5\n2 3 5\n1 3 5\n", "a connected graph"],
  ["graph", "3 3\n1 2 5\n2 2 5\n1 3 5\n", "no loop"],
  ["dag", "3 3\n1 2\n2 3\n3 1\n", "no directed cycle"],
  ["bipartite", "3 3\n1 2\n2 3\n3 1\n", "a bipartite graph"],
  ["tree", "3\n1 2\n2 1\n", "an edge that is new"],
  ["tree", "4\n1 2\n2 3\n1 3\n", "an edge that closes no cycle"],
  ["sums-over-cases", `2\n600\n${"1 ".repeat(599)}1\n600\n${"1 ".repeat(599)}1\n`, "add up to at most 1000"],
  ["relations", "5 3\n1 2\n", "n <= m"],
  ["queries", "2 1\n3 1 2\n", "one of 1, 2"],
  ["distinct-points", "2\n1 1\n1 1\n", "a row that is new"],
  ["grid", "1 2\nSE\n", "ok"],
  ["grid", "1 2\n..\n", "1 to 1 times S"],
  ["permutation", "3\n1 3 3\n", "an element that is new"],
  ["strictly-sorted", "3\n1 3 3\n", "an element that is new"],
  ["bounded-sum", "2\n9 9\n", "a sum from 0 to 12"],
  ["parents", "3\n3 2\n", "parents that lead to the root"],
])("for %s, %j gives: %s", (name, text, reason) => {
  const parsed = parseInput(toSpec(name), text);
  expect(parsed.kind === "input-parsed" ? "ok" : parsed.violation.expected).toContain(reason);
});

test("all labelled trees of four vertices come up once each", () => {
  const spec = toSpec("tree");
  const texts = listTexts(spec, 2000);
  expect(texts.filter((text) => text.startsWith("4\n"))).toHaveLength(16);
  expect(texts.filter((text) => text.startsWith("3\n"))).toHaveLength(3);
});

test("many small cases fit into few files, in order, and can be taken apart again", () => {
  const spec = toSpec("sums-over-cases");
  const single = [...enumerateInputs(spec, { visits: 3000 })];
  const packed = packCases(spec, single);
  expect(packed.length).toBeLessThan(single.length / 10);
  for (const value of packed) expect(parseInput(spec, renderInput(spec, value)).kind).toBe("input-parsed");
  expect(packed.flatMap((value) => splitCases(spec, value))).toEqual(single);
});

test("no text breaks the parser", () => {
  const pieces = fc.constantFrom("1", "2", " ", "\n", "-", "S", "\r", "x", "99999999999999999999", "é");
  fc.assert(
    fc.property(fc.constantFrom(...specs.values()), fc.array(pieces, { maxLength: 30 }), (spec, parts) => {
      expect(["input-parsed", "input-violation"]).toContain(parseInput(spec, parts.join("")).kind);
    }),
    { numRuns: 300 },
  );
});
