import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchDifferences, type SearchOptions } from "../../forge/index.ts";
import { createMemoryJournal } from "../../journal/index.ts";
import { createJudge, type Judge } from "../../judge/index.ts";
import type { SampleRequest } from "../../policy/index.ts";
import type { Problem, Program } from "../../problem/index.ts";
import { createProblem, createScriptedPolicy, createTestCase } from "../../testing/index.ts";
import {
  deriveInputSpec,
  createGeneratorWriter,
  createInputProposer,
  createSampler,
  toStatementParts,
  type RoleContext,
} from "../index.ts";

function cpp(body: string): Program {
  const head = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n";
  return { language: "cpp20", fileName: "main.cpp", source: `${head}${body}` };
}

const sum = (loop: string): Program =>
  cpp(
    `int main() { int n; scanf("%d", &n); long long s = 0; while (n--) { int x; scanf("%d", &x); ${loop} } printf("%lld\\n", s); }`,
  );
const right = { name: "right", program: sum("s += x;") };
/** No search without a hint will try this number. */
const wrong = { name: "wrong", program: sum("if (x != 48271) s += x;") };
const validator = {
  name: "validator",
  convention: "testlib" as const,
  flags: [],
  program: cpp(
    'int main() { int n, x; if (scanf("%d", &n) != 1 || n < 1 || n > 10) return 1; while (n--) if (scanf("%d", &x) != 1 || x < 0 || x > 1000000) return 1; char c[2]; return scanf("%1s", c) == 1; }',
  ),
};
const problem: Problem = createProblem({
  tests: [createTestCase({ id: "sample/1", input: "2\n1 2\n", answer: "3\n" })],
  validators: [validator],
});

function createRoles(answer: (request: SampleRequest) => string) {
  const policy = createScriptedPolicy(answer);
  const sampler = createSampler({ policy, journal: createMemoryJournal(), seed: "1", maxTokens: 2000 });
  const roles: RoleContext = { sampler, statementParts: toStatementParts(problem, false), languages: ["cpp20"] };
  return { policy, roles };
}

function toText(request: SampleRequest | undefined): string {
  return (
    request?.messages.flatMap(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : ""))).join("") ??
    ""
  );
}

let judge: Judge;

async function write(...answers: readonly string[]) {
  const { policy, roles } = createRoles(({ address }) => `\`\`\`yaml\n${answers[address.index] ?? answers[0]}\n\`\`\``);
  return { policy, derived: await deriveInputSpec(roles, { judge, problem }) };
}

function array(n: string, x: string): string {
  return `input:\n  - line: { n: ${n} }\n  - line: { x: { array: n, of: ${x} } }`;
}

async function search(options: Partial<SearchOptions>) {
  const budget = { runs: 3000, cpuTimeMs: 20_000 };
  return searchDifferences({ judge, problem }, { candidates: [wrong], gold: [right], seed: "1", budget, ...options });
}

const proposal = JSON.stringify({ boundary: "the number 48271", inputs: ["1\n48271\n", "99\n1\n", "2\n5 48271"] });

describe("a model as a source of inputs", () => {
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("is shown no program in a search for differences, and what it proposes is validated, run and credited", async () => {
    const { policy, roles } = createRoles(() => proposal);
    const result = await search({ proposers: [createInputProposer(roles, { name: "model" })] });
    expect(result.survivors).toEqual([]);
    expect(result.tests[0]).toMatchObject({ source: "propose model", boundary: "the number 48271", isValidated: true });
    expect(policy.requests.length).toBeGreaterThan(0);
    expect(policy.requests.every(({ address }) => address.role === "input-proposer")).toBe(true);
    expect(policy.requests.map(toText).join("")).not.toMatch(/scanf|48271/);
  });

  it("is told of the newest test, and asked for more of its kind", async () => {
    const { policy, roles } = createRoles(() => proposal);
    const proposer = createInputProposer(roles, { name: "model" });
    const { tests } = await search({ proposers: [proposer] });
    await proposer.propose({ problem, round: 1, count: 5, difference: tests[0] }, {});
    const told = toText(policy.requests.at(-1));
    expect(told).toContain("they do not agree: 1 program fails it (wrong-answer)");
    expect(told).toMatch(/<<< INPUT [0-9a-f]{12}\n1\n48271\n/);
    expect(told).not.toContain("scanf");
  });

  it("is shown gold and candidate, as data, in a solution attack", async () => {
    const { policy, roles } = createRoles((request) => (request.address.role === "attacker" ? proposal : "{}"));
    const result = await search({ proposers: [createInputProposer(roles, { name: "model" })], isAttack: true });
    expect(result.survivors).toEqual([]);
    const [shown] = policy.requests.map(toText);
    expect(shown).toContain("if (x != 48271) s += x;");
    expect(shown).toMatch(/<<< RIGHT PROGRAM [0-9a-f]{12}/);
  });

  it("may be several, told apart by their index", async () => {
    const { policy, roles } = createRoles(({ address }) => (address.index === 1 ? proposal : "no idea"));
    const proposers = ["first", "second"].map((name, index) => createInputProposer(roles, { name, index }));
    const result = await search({ proposers });
    expect(result.tests[0]?.source).toBe("propose second");
    expect(new Set(policy.requests.map(({ address }) => address.index))).toEqual(new Set([0, 1]));
  });

  it("writes a generator, again after a complaint, and only a checked one is used", async () => {
    const generators = [
      'int main() { puts("0"); }',
      'int main(int, char** v) { srand(atoi(v[1])); printf("2\\n%d 48271\\n", rand() % 100); }',
    ];
    const { policy, roles } = createRoles(
      ({ address }) => `\`\`\`cpp\n${cpp(generators[address.index] ?? "").source}\n\`\`\``,
    );
    const result = await search({ generatorWriters: [createGeneratorWriter(roles, { name: "model" })] });
    expect(result.tests[0]).toMatchObject({ source: "calls model" });
    expect(policy.requests).toHaveLength(2);
    expect(toText(policy.requests[1])).toMatch(/COMPLAINT 1/);
  });
});

describe("a specification that a model derives", () => {
  beforeAll(async () => {
    judge = await createJudge({ journal: createMemoryJournal() });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("is believed where the validator agrees with it", async () => {
    const { derived } = await write(array("[1, 10]", "[0, 10^6]"));
    expect(derived).toMatchObject({
      kind: "spec-derived",
      reason: expect.stringMatching(/the validator agrees on \d+ inputs of its own and [1-9]\d* valid mutants/),
    });
  });

  it.each([
    ["allows too much", array("[1, 10]", "[-5, 10^6]"), /allows what the validator refuses/],
    ["allows too little", array("[1, 10]", "[1, 10^6]"), /refuses what the validator accepts/],
    ["refuses a sample", array("[3, 10]", "[0, 10^6]"), /refuses the valid input of sample\/1/],
    ["does not parse", array("[1, m]", "[0, 10^6]"), /\bm\b/],
  ])("is refused where it %s, with the reason for the next attempt", async (_, yaml, complaint) => {
    const { derived, policy } = await write(yaml, array("[1, 10]", "[0, 10^6]"));
    expect(derived).toMatchObject({ kind: "spec-derived", attempts: 2 });
    expect(toText(policy.requests[1])).toMatch(complaint);
    expect((await write(yaml)).derived.kind).toBe("spec-missing");
  });
});
