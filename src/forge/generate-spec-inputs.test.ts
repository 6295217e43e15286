import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import { parseInputSpec, type InputSpec, type Program } from "../problem/index.ts";
import { bestRunProblem } from "../testing/index.ts";
import { findAnswerableSize } from "./find-answerable-size.ts";
import { generateSpecInputs } from "./generate-spec-inputs.ts";
import { parseInput } from "./input-spec/parse-input.ts";
import { specSamples } from "./input-spec/spec-samples.ts";

function toSpec(text: string): InputSpec {
  const parsed = parseInputSpec(text);
  if (parsed.kind === "spec-refused") throw new Error(JSON.stringify(parsed.issues));
  return parsed.spec;
}

const counts = { tiny: 12, small: 8, edge: 8, large: 2 };

describe.each(Object.entries(specSamples))("inputs by the specification %s", (_, text) => {
  const spec = toSpec(text);
  const options = { counts, seed: "one", known: new Set<string>(), answerableSize: 0.2 };

  it("are valid, distinct, and the same for the same seed", () => {
    const made = generateSpecInputs(spec, options);
    const texts = made.inputs.map(({ input }) => new TextDecoder().decode(input.bytes));
    for (const input of texts) expect(parseInput(spec, input).kind).toBe("input-parsed");
    expect(new Set(texts).size).toBe(texts.length);
    expect(made.counts.large.kept).toBeGreaterThan(0);
    expect(generateSpecInputs(spec, options)).toEqual(made);
  });
});

const list = toSpec(`
input:
  - line: { n: [1, 100000] }
  - line: { a: { array: n, of: { int: [0, 1000] } } }
`);
const solve = (body: string): Program => ({
  language: "c",
  fileName: "main.c",
  source: `#include <stdio.h>\n${body}\n`,
});

describe("the size that a brute force can answer", () => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal(), slots: 1 });
  });
  afterAll(async () => judge[Symbol.asyncDispose]());

  async function find(bruteForce: Program): Promise<number> {
    const options = { bruteForce, spec: list, seed: "one", max: 0.4 };
    return findAnswerableSize({ judge, problem: bestRunProblem }, options);
  }

  it("is small for an exponential one and the most that is asked for where it is fast", async () => {
    const fast = solve(`int main(){int n;if(scanf("%d",&n)!=1)return 1;printf("%d",n);}`);
    const exponential = solve(
      `int main(){int n;if(scanf("%d",&n)!=1)return 1;volatile long long s=0;double e=1;for(int i=0;i<n;i++)e*=2;for(double i=0;i<e;i++)s++;printf("%lld",s);}`,
    );
    expect(await find(fast)).toBe(0.4);
    const size = await find(exponential);
    expect(size).toBeLessThan(0.35);
    expect(size).toBeGreaterThanOrEqual(0.08);
  }, 30_000);
});
