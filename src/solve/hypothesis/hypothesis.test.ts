import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestData, parseInputSpec } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import {
  bestRunProblem,
  bestRunPrograms as programs,
  createProblem,
  createTestCase,
  toAnswerText,
} from "../../testing/index.ts";
import type { CheckedInstance } from "./contract.ts";
import { findFormulaHypothesis } from "./find-formula.ts";
import { createBench, type Bench, type ScriptedRun } from "../../../test/support/scripted-run.ts";
import { createBareState } from "../fixtures/bare-state.ts";
import { toHypothesisReports } from "./use-hypotheses.ts";

const read =
  '#include <cstdio>\n#include <algorithm>\nint n, a[100005];\nint main() {\n  scanf("%d", &n);\n  for (int i = 0; i < n; i++) scanf("%d", a + i);\n';

/** The largest element: right only where no two neighbours help each other. */
const largest = `${read}  printf("%d\\n", *std::max_element(a, a + n));\n}\n`;
/** The largest difference of two prefix sums, the later one minus the earlier one. */
const difference = `${read}  long long best = -1e18, p[10] = {0};
  for (int i = 0; i < n; i++) p[i + 1] = p[i] + a[i];
  for (int i = 0; i <= n; i++) for (int j = i + 1; j <= n; j++) best = std::max(best, p[j] - p[i]);
  printf("%lld\\n", best);
}
`;
/** The same for any number of numbers. */
const longDifference = difference.replace("p[10] = {0}", "*p = new long long[n + 1]()");
const property = (test: string) =>
  `${read}  long long r;\n  scanf("%lld", &r);\n  puts((${test}) ? "holds" : "fails");\n}\n`;

function toClaim(kind: "answer" | "property", claim: string, source: string): string {
  return `\`\`\`json\n${JSON.stringify({ kind, claim })}\n\`\`\`\n\n${toAnswerText(source)}`;
}

const searchPlan = { route: "search", hypothesisCount: 1, revisionCount: 2 } as const;

let bench: Bench;

async function runClaim(answers: readonly string[], plan: object = {}): Promise<ScriptedRun> {
  return bench.run(
    {
      hypothesiser: ({ address }) => answers[address.index] ?? "",
      solver: () => toAnswerText(programs.right),
    },
    { plan: { ...searchPlan, ...plan } },
  );
}

/** The same by the specification of its inputs. */
async function runBounded(answers: readonly string[]): Promise<ScriptedRun> {
  const parsed = parseInputSpec(
    "input:\n  - line: { n: [1, 100000] }\n  - line: { a: { array: n, of: [-1000000000, 1000000000] } }\n",
  );
  const inputSpec = parsed.kind === "spec-parsed" ? parsed.spec : undefined;
  return bench.run(
    {
      hypothesiser: ({ address }) => answers[address.index] ?? "",
      solver: () => toAnswerText(programs.right),
    },
    { plan: searchPlan, problem: { ...bestRunProblem, inputSpec } },
  );
}

describe("claims about a problem", () => {
  beforeAll(async () => {
    bench = await createBench();
  });

  afterAll(async () => {
    await bench?.[Symbol.asyncDispose]();
  });

  it("are revised from the instance that refutes them, and told to the solver once they stand", async () => {
    const { result, promptsOf, events } = await runClaim([
      toClaim("answer", "It is the largest element.", largest),
      toClaim("answer", "It is the largest difference of prefix sums.", difference),
    ]);
    const [report] = result.hypotheses;
    expect(report).toMatchObject({
      id: "h1",
      status: "promoted",
      claim: "It is the largest difference of prefix sums.",
    });
    expect(report?.checks.map(({ status }) => status)).toEqual(["refuted", "agreed"]);
    const failure = report?.checks[0]?.failures[0];
    expect(failure?.got).not.toBe(failure?.answer);
    const [, second] = promptsOf("hypothesiser");
    expect(second).toContain("It is the largest element.");
    expect(second).toContain(failure?.input);
    const solver = promptsOf("solver");
    expect(solver.every((prompt) => prompt.includes("It is the largest difference of prefix sums."))).toBe(true);
    expect(solver[0]).toContain(report?.evidence);
    expect(report?.toldIds).toEqual(["c1", "c2"]);
    const settled = events.findIndex(({ kind }) => kind === "hypothesis-settled");
    const asked = events.findIndex(({ kind, data }) => kind === "sample-requested" && data["role"] === "solver");
    expect(settled).toBeLessThan(asked);
  });

  it("that no revision saves are not told, and the run goes on without them", async () => {
    const { result, promptsOf } = await runClaim([
      toClaim("answer", "largest", largest),
      toClaim("answer", "largest again", `// once more\n${largest}`),
      toClaim("answer", "zero", `${read}  puts("0");\n}\n`),
    ]);
    expect(result.hypotheses[0]).toMatchObject({ status: "refuted", toldIds: [] });
    expect(result.hypotheses[0]?.checks).toHaveLength(3);
    expect(result.hypotheses[0]?.reward).toBeLessThan(1);
    expect(promptsOf("solver").join("")).not.toContain("CLAIM");
    expect(result.status, result.reasons.join(" ")).toBe("solved");
  });

  it("may be properties of instance and answer, if wrong answers can break them", async () => {
    const holds = await runClaim([
      toClaim("property", "At least the largest element.", property("r >= *std::max_element(a, a + n)")),
    ]);
    expect(holds.result.hypotheses[0]).toMatchObject({ status: "promoted", kind: "property" });
    expect(holds.promptsOf("solver")[0]).not.toContain("CLAIM 1 AS A PROGRAM");
    const fails = await runClaim([toClaim("property", "Never negative.", property("r >= 0"))], { revisionCount: 0 });
    expect(fails.result.hypotheses[0]?.checks[0]).toMatchObject({ status: "refuted" });
    const empty = await runClaim([toClaim("property", "It is a number.", property("r == r"))], { revisionCount: 0 });
    expect(empty.result.hypotheses[0]?.checks[0]).toMatchObject({ status: "says-nothing" });
  });

  it.each([
    ["repeats the brute force", toClaim("answer", "brute", programs.bruteForce), "says-nothing"],
    ["does not compile", toClaim("answer", "broken", programs.doesNotCompile), "unusable"],
    ["is no claim", "I do not know.", "unusable"],
    ["crashes", toClaim("answer", "crash", `${read}  return 3;\n}\n`), "refuted"],
  ])("are not believed where the program %s", async (_, text, status) => {
    const { result } = await runClaim([text], { revisionCount: 0 });
    expect(result.hypotheses[0]).toMatchObject({ status: "refuted" });
    expect(result.hypotheses[0]?.checks[0]?.status).toBe(status);
  });

  it("are not asked for without a brute force, on request, or where programs stand at once", async () => {
    const good = toClaim("answer", "differences", difference);
    const script = { hypothesiser: () => good, solver: () => toAnswerText(programs.right) };
    const unchecked = await bench.run(
      { ...script, "brute-force": () => toAnswerText(programs.badBruteForce) },
      { plan: searchPlan },
    );
    expect(unchecked.promptsOf("hypothesiser")).toEqual([]);
    expect(unchecked.events.some(({ kind }) => kind === "hypotheses-skipped")).toBe(true);
    const without = await bench.run(script, { plan: searchPlan, without: ["hypothesis"] });
    expect(without.promptsOf("hypothesiser")).toEqual([]);
    const direct = await bench.run(script, { plan: { ...searchPlan, route: "direct" } });
    expect(direct.promptsOf("hypothesiser")).toEqual([]);
  });

  it("are made when direct generation fails its own tests, and some programs are written without them", async () => {
    const { result, promptsOf } = await bench.run(
      {
        hypothesiser: () => toClaim("answer", "differences of prefix sums", difference),
        solver: ({ address }) => toAnswerText(address.round === 0 ? programs.wrong : programs.right),
        repairer: () => toAnswerText(programs.wrongToo),
      },
      { plan: { ...searchPlan, route: "direct", candidateCount: 8 } },
    );
    expect(result.hypotheses[0]?.status).toBe("promoted");
    const told = promptsOf("repairer").map((prompt) => prompt.includes("differences of prefix sums"));
    expect(told).toEqual([true, true, true, false]);
    expect(result.hypotheses[0]?.reward).toBeGreaterThan(1);
  });

  it("are held against every small input of the specification where there is one", async () => {
    const { result } = await runBounded([toClaim("answer", "differences of prefix sums", longDifference)]);
    const [report] = result.hypotheses;
    expect(report?.evidence).toContain("smallest inputs of the specification");
    expect(report?.checks[0]?.checkedCount).toBeGreaterThan(150);
    expect(report?.checks[0]?.larger?.checkedCount).toBeGreaterThan(25);
  });

  it("that hold on all small inputs and overflow on a larger one are revised from it", async () => {
    const { result, promptsOf, events } = await runBounded([
      toClaim(
        "answer",
        "differences, in 32 bits",
        longDifference.replaceAll("long long", "int").replace("-1e18", "-2e9").replace("%lld\\n", "%d\\n"),
      ),
      toClaim("answer", "differences, in 64 bits", longDifference),
    ]);
    const [report] = result.hypotheses;
    expect(report).toMatchObject({ status: "promoted", claim: "differences, in 64 bits" });
    const [first, second] = report?.checks ?? [];
    expect(first).toMatchObject({ status: "refuted", checkedCount: second?.checkedCount });
    expect(first?.agreedCount).toBe(first?.checkedCount);
    expect(first?.larger?.agreedCount).toBeLessThan(first?.larger?.checkedCount ?? 0);
    expect(first?.reason).toMatch(/^it holds on all \d+ small instances, but fails on \d+ of \d+ larger ones$/);
    const revision = promptsOf("hypothesiser")[1];
    expect(revision).toContain(first?.reason);
    expect(revision).toContain(first?.failures[0]?.input.trimEnd());
    expect(second?.larger?.agreedCount).toBe(second?.larger?.checkedCount);
    const checked = events.find(({ kind, data }) => kind === "hypothesis-checked" && data["version"] === 1);
    expect(checked?.data["reason"]).toMatch(/small instances and on \d+ larger ones$/);
    expect(promptsOf("solver").join("")).not.toContain("larger ones");
  });

  it("stand where their program only ends early on larger inputs", async () => {
    const bounded = longDifference.replace("long long best", "if (n > 12) return 3;\n  long long best");
    const { result } = await runBounded([toClaim("answer", "differences, for up to twelve numbers", bounded)]);
    const [check] = result.hypotheses[0]?.checks ?? [];
    expect(check).toMatchObject({ status: "agreed" });
    expect(check?.larger?.checkedCount).toBeGreaterThan(0);
    expect(check?.larger?.checkedCount).toBeLessThan(40);
  });

  it("that a larger test refutes are withdrawn before the next round", async () => {
    const small = `${read}  if (n > 3) { puts("0"); return 0; }\n${difference.slice(read.length)}`;
    const { result, promptsOf } = await bench.run(
      {
        hypothesiser: () => toClaim("answer", "right up to three numbers", small),
        generator: () =>
          toAnswerText(programs.generator.replace("next(1, 4)", "next(1, 3)").replace("next(1, 8)", "next(1, 3)")),
        solver: () => toAnswerText(programs.wrong),
        repairer: () => toAnswerText(programs.right),
      },
      { plan: searchPlan, problem: { ...bestRunProblem, tests: bestRunProblem.tests.slice(1) } },
    );
    expect(result.hypotheses[0]).toMatchObject({ status: "withdrawn" });
    expect(result.hypotheses[0]?.reason).toMatch(/beyond the small instances refutes it: input "[4-6]\\n/);
    expect(promptsOf("solver")[0]).toContain("right up to three numbers");
    expect(promptsOf("repairer").join("")).not.toContain("right up to three numbers");
  });
});

describe("the reward of a claim", () => {
  const check = { claim: "x", status: "agreed", reason: "", checkedCount: 4, agreedCount: 4, failures: [] } as const;
  const report = {
    id: "h1",
    origin: "model",
    kind: "answer",
    claim: "x",
    status: "promoted",
    reason: "",
    toldIds: [],
  } as const;

  it("is the share of instances that it holds on, plus what it gains programs", () => {
    const state = createBareState({
      problem: bestRunProblem,
      verdicts: {
        c1: ["accepted", "accepted"],
        c2: ["accepted", "wrong-answer"],
        c3: ["wrong-answer", "wrong-answer"],
      },
      told: { c1: ["h1"], c2: ["h1"] },
      hypotheses: [{ ...report, checks: [check] }],
    });
    expect(toHypothesisReports(state)).toMatchObject([{ toldIds: ["c1", "c2"], reward: 1 + 0.75 - 0 }]);
  });

  it("is that share alone for a claim that fell, and withheld where nobody wrote without it", () => {
    const told = { c1: ["h1"] };
    const verdicts = { c1: ["accepted"] as const };
    const refuted = { ...check, status: "refuted", agreedCount: 1 } as const;
    const fallen = createBareState({
      problem: bestRunProblem,
      verdicts,
      told,
      hypotheses: [{ ...report, status: "refuted", checks: [refuted] }],
    });
    expect(toHypothesisReports(fallen)[0]?.reward).toBe(0.25);
    const alone = createBareState({
      problem: bestRunProblem,
      verdicts,
      told,
      hypotheses: [{ ...report, checks: [check] }],
    });
    expect(toHypothesisReports(alone)[0]?.reward).toBeUndefined();
  });
});

describe("a formula of the sequence finder", () => {
  const languages = ["cpp20"] as const;

  it("is a claim with a program, for problems from one integer to one integer", () => {
    const found = findFormulaHypothesis(
      toInstances((n) => (n * (n + 1)) / 2),
      languages,
    );
    expect(found).toMatchObject({ kind: "answer", program: { language: "cpp20" } });
    expect(found?.claim).toMatch(/^For the input n the answer is a\(n\) = /);
  });

  it("is not looked for in anything else, nor found where there is no pattern", () => {
    expect(
      findFormulaHypothesis(
        toInstances((n) => (n % 2 ? "Yes" : "No")),
        languages,
      ),
    ).toBeUndefined();
    const two = [{ input: createTestData("1 2\n"), answer: createTestData("3\n") }];
    expect(findFormulaHypothesis([...toInstances((n) => n), ...two], languages)).toBeUndefined();
    const rng = new Rng("patternless");
    expect(
      findFormulaHypothesis(
        toInstances(() => rng.nextInt(0, 1_000_000)),
        languages,
      ),
    ).toBeUndefined();
  });

  it("has to survive the brute force, and is told when it does", async () => {
    await using own = await createBench();
    const spec = parseInputSpec("input:\n  - line: { n: [1, 60] }\n");
    const squares = createProblem({
      id: "squares",
      title: "Squares",
      statements: [{ languageTag: "en", markdown: "Count all squares in an n by n board, 1 <= n <= 60.", images: [] }],
      tests: [createTestCase({ id: "sample/1", input: "2\n", answer: "5\n" })],
      inputSpec: spec.kind === "spec-parsed" ? spec.spec : undefined,
    });
    const { result, promptsOf } = await own.run(
      {
        "brute-force": () => toAnswerText(squaresPrograms.bruteForce),
        validator: () => toAnswerText(squaresPrograms.validator),
        generator: () => toAnswerText(squaresPrograms.generator),
        solver: () => toAnswerText(squaresPrograms.right),
      },
      { problem: squares, plan: { ...searchPlan, testCounts: { tiny: 60, small: 60, edge: 6, large: 2 } } },
    );
    expect(result.hypotheses[0]).toMatchObject({ id: "f1", origin: "sequence-finder", status: "promoted" });
    expect(promptsOf("solver")[0]).toContain("For the input n the answer is a(n) = ");
  });
});

const start = "#include <cstdio>\n#include <cstdlib>\nint main(int argc, char** argv) {\n  long long n, r = 0;\n";

const squaresPrograms = {
  bruteForce: `${start}  scanf("%lld", &n);
  for (long long s = 1; s <= n; s++) for (long long x = 0; x + s <= n; x++) for (long long y = 0; y + s <= n; y++) r++;
  printf("%lld\\n", r);
}
`,
  validator: `${start}  char more;
  return scanf("%lld", &n) != 1 || n < 1 || n > 60 || scanf(" %c", &more) == 1;
}
`,
  generator: `${start}  n = 1 + (atoi(argv[1]) * 7 + argv[2][0]) % (argv[2][0] == 't' ? 30 : 60);
  printf("%lld\\n", n);
}
`,
  right: `${start}  scanf("%lld", &n);
  printf("%lld\\n", n * (n + 1) * (2 * n + 1) / 6);
}
`,
};

/** The inputs 1 to 30 with their answers. */
function toInstances(answer: (n: number) => number | string): readonly CheckedInstance[] {
  return Array.from({ length: 30 }, (_, i) => ({
    input: createTestData(`${i + 1}\n`),
    answer: createTestData(`${answer(i + 1)}\n`),
  }));
}
