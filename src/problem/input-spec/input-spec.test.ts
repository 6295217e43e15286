import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createProblem } from "../../testing/index.ts";
import { createTestData } from "../test-case.ts";
import { readNativeProblem } from "../formats/native/read-native-problem.ts";
import { writeNativeProblem } from "../formats/native/write-native-problem.ts";
import { expandAlphabet } from "./expand-alphabet.ts";
import { listNames, parseExpression } from "./expression.ts";
import { parseInputSpec } from "./parse-input-spec.ts";

const good = `
input:
  - line: { n: [1, 2*10^5], m: [1, n] }
  - line: { a: { array: n, of: { int: [1, m] } } }
where: ["n <= 2 * m"]
`;

function toReason(text: string): string {
  const parsed = parseInputSpec(text);
  if (parsed.kind === "spec-parsed") return "parsed";
  const [issue] = parsed.issues;
  return `${issue?.field}: expected ${issue?.expected}, got ${issue?.actual}`;
}

test("a specification is found in a fence, and JSON will do", () => {
  expect(parseInputSpec(`Here it is:\n\`\`\`yaml${good}\`\`\`\nThat is all.`).kind).toBe("spec-parsed");
  expect(toReason('{"input": [{"line": {"n": [1, 5]}}]}')).toBe("parsed");
});

test.each([
  ["input: []", "input"],
  ["{}", "input: expected a list"],
  ["input: [{ line: { n: [5, 1] } }]", "input.0.line.n: expected a range from low to high, got 5 to 1"],
  ["input: [{ line: { n: [1, k] } }]", "input.0.line.n: expected a variable that was declared before: none, got k"],
  ["input: [{ line: { nodes: [1, 5], m: [1, node] } }]", "(did you mean nodes?), got node"],
  ["input: [{ line: { n: [1, '5 +'] } }]", "a formula with a number, a variable or ( where it ends"],
  ["input: [{ line: { n: [1, 5], a: { arry: n } } }]", "input.0.line.a: expected a field with one of the keys int"],
  ["input: [{ lines: { n: [1, 5] } }]", "a block with one of the keys grid"],
  ["input: [{ line: { n: [1, 5] } }, { line: { n: [1, 5] } }]", "input.1.line.n: expected a name that is new, got n"],
  ["input: [{ line: { n: [1, 5] } }]\nwhere: ['n <']", "where.0: expected a formula"],
  ["input: [{ line: { n: [1, 1e30] } }]", "as text such as"],
  ["input: [{ line: { n: [1, 5] } }, { tree: t, vertices: n, weigths: {} }]", "input.1.weigths"],
  ["input: [{ line: { n: [1, 9], a: { array: n, of: { permutation: n } } } }]", "got permutation"],
  ["input: [{ line: { n: [1, 5] } }, { rows: r, count: n, line: { x: [1, max(n)], y: [1, foo(n)] } }]", '"foo"'],
])("the specification %j is refused: %s", (text, reason) => {
  expect(toReason(text)).toContain(reason);
});

test("issues name the line", () => {
  const parsed = parseInputSpec("input:\n  - line:\n      n: [1, 5]\n      m: [1, k]\n");
  expect(parsed.kind === "spec-refused" && parsed.issues[0]?.line).toBe(4);
});

function value(text: string): unknown {
  const parsed = parseExpression(text);
  return parsed.kind === "expression" && parsed.expression.kind === "number" ? parsed.expression.value : parsed;
}

test("formulas compute constants at once and keep the order of operations", () => {
  expect(value("1 + 2*3")).toBe(7n);
  expect(value("2^3^2")).toBe(512n);
  expect(value("-7/2")).toBe(-4n);
  expect(value("-7 % 3")).toBe(2n);
  expect(value("2e5")).toBe(200_000n);
  expect(value("10**18 + 1_000")).toBe(10n ** 18n + 1000n);
  expect(value("-2^2")).toBe(-4n);
  expect(value("9^9^9^9")).toMatchObject({ kind: "syntax-error" });
  expect(value("1/0")).toMatchObject({ kind: "syntax-error" });
});

test("no text breaks the parser of formulas", () => {
  const pieces = fc.constantFrom("n", "1", "(", ")", "+", "-", "^", "<=", "sum", ",", ".", "and", " ", "e9", "$", "_");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
      const parsed = parseExpression(parts.join(""));
      const shown = parsed.kind === "expression" ? listNames(parsed.expression) : parsed.message;
      expect(shown).not.toBe("");
    }),
    { numRuns: 500 },
  );
});

test("alphabets hold ranges and single characters", () => {
  expect(expandAlphabet("a-c_").join("")).toBe("abc_");
  expect(expandAlphabet("-+01").join("")).toBe("-+01");
  expect(expandAlphabet(".#").join("")).toBe(".#");
});

test("a native folder holds the specification, and faults in it are faults of the problem", async () => {
  const parsed = parseInputSpec(good);
  if (parsed.kind === "spec-refused") throw new Error("refused");
  const folder = await mkdtemp(join(tmpdir(), "input-spec-"));
  try {
    const directory = join(folder, "problem");
    const input = createTestData("1 1\n1\n");
    const tests = [{ id: "s1", isSample: true, input, answer: createTestData("1\n") }];
    await writeNativeProblem(createProblem({ tests, inputSpec: parsed.spec }), directory);
    expect((await readNativeProblem(directory)).inputSpec).toEqual(parsed.spec);
    await writeFile(join(directory, "input-spec.yaml"), "input:\n  - line: { n: [1, k] }\n");
    await expect(readNativeProblem(directory)).rejects.toThrow(
      /input-spec\.yaml:2: input\.0\.line\.n: expected a variable/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the examples of the documentation are specifications", async () => {
  const page = await readFile(new URL("../../../docs/input-spec.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect(toReason(example)).toBe("parsed");
});
