import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import { parseInputSpec, type InputSpec, type Program } from "../problem/index.ts";
import { bestRunProblem } from "../testing/index.ts";
import { findAnswerableReach, findAnswerableSize } from "./find-answerable-size.ts";
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

describe("inputs with a reach", () => {
  const spec = toSpec("input:\n  - line: { n: [1, 10^18] }\n");

  it("hold numbers of all magnitudes up to it", () => {
    const { inputs } = generateSpecInputs(spec, {
      counts: { tiny: 60, small: 60, edge: 60, large: 0 },
      seed: "one",
      known: new Set<string>(),
      answerableSize: 0.4,
      reach: 10n ** 9n,
    });
    const lengths = inputs.map(({ input }) => new TextDecoder().decode(input.bytes).trim().length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(10);
    expect(new Set(lengths).size).toBeGreaterThanOrEqual(9);
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

  it("has a reach besides: where it counts up to a number of the input", async () => {
    const spec = toSpec("input:\n  - line: { n: [1, 10^18] }\n");
    const findReach = async (bruteForce: Program): Promise<bigint> =>
      findAnswerableReach({ judge, problem: bestRunProblem }, { bruteForce, spec, seed: "one", size: 0.08 });
    const fast = solve(`int main(){long long n;if(scanf("%lld",&n)!=1)return 1;printf("%lld",n);}`);
    const counting = solve(
      `int main(){long long n;if(scanf("%lld",&n)!=1)return 1;volatile long long s=0;for(long long i=0;i<n;i++)s++;printf("%lld",s);}`,
    );
    expect(await findReach(fast)).toBeGreaterThan(10n ** 18n);
    const reach = await findReach(counting);
    expect(reach).toBeGreaterThanOrEqual(10n ** 4n);
    expect(reach).toBeLessThan(10n ** 12n);
    const farApart = toSpec("input:\n  - line: { a: [1, 10^18], b: [1, 10^18] }\nwhere: [b - a >= 10^5]\n");
    const options = { bruteForce: counting, spec: farApart, seed: "one", size: 0.08 };
    expect(await findAnswerableReach({ judge, problem: bestRunProblem }, options)).toBeGreaterThanOrEqual(10n ** 4n);
  }, 30_000);
});
