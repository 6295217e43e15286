import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createMemoryJournal, type Journal, type JournalEvent } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import type { SampleRequest } from "../policy/index.ts";
import { createTestData, type Problem } from "../problem/index.ts";
import {
  bestRunProblem,
  bestRunPrograms as programs,
  createScriptedPolicy,
  toAnswerText,
  type ScriptedAnswer,
  type ScriptedPolicy,
} from "../testing/index.ts";
import { solve, type SolveResult } from "./index.ts";

type Script = Partial<Record<string, (request: SampleRequest) => ScriptedAnswer>>;

const goodTools: Script = {
  classifier: () => '{"level": 1, "reason": "one pass"}',
  "brute-force": () => toAnswerText(programs.bruteForce),
  generator: () => toAnswerText(programs.generator),
  validator: () => toAnswerText(programs.validator),
  tester: () => '{"boundary": "all numbers are negative", "inputs": ["2\\n-5 -7\\n", "1\\n2000\\n", "1\\n-1000"]}',
};

const plan = { candidateCount: 3, roundCount: 2, testCounts: { tiny: 20, small: 10, edge: 6, large: 2 } };

interface RunChange {
  readonly signal?: AbortSignal;
  readonly problem?: Problem;
}

let judge: Judge;
let journal: Journal;

async function run(script: Script, { problem = bestRunProblem, ...options }: RunChange = {}) {
  const roles: Script = { ...goodTools, ...script };
  const policy = createScriptedPolicy((request) => roles[request.address.role]?.(request) ?? "");
  const events: JournalEvent[] = [];
  const unsubscribe = journal.subscribe((event) => events.push(event));
  try {
    const dependencies = { policy, judge, journal };
    const result = await solve(problem, dependencies, { seed: "1", plan, languages: ["cpp20"], ...options });
    return { result, policy, events };
  } finally {
    unsubscribe();
  }
}

function listPrompts(policy: ScriptedPolicy): readonly string[] {
  return policy.requests.map((request) => JSON.stringify(request)).toSorted();
}

function findCandidate(result: SolveResult, source: string) {
  return result.candidates.find((candidate) => candidate.program.source === source);
}

describe("solve", () => {
  beforeAll(async () => {
    journal = createMemoryJournal();
    judge = await createJudge({ journal });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("chooses the right program and shows the made test that separates it from the wrong one", async () => {
    const answers = [programs.wrong, programs.right, `// a comment\n${programs.wrong}`];
    const { result, policy } = await run({ solver: ({ address }) => toAnswerText(answers[address.index] ?? "") });
    expect(result.status, result.reasons.join(" ")).toBe("solved");
    expect(result.decision).toBe("submit");
    expect(result.chosenId).toBe(findCandidate(result, programs.right)?.id);
    const separating = result.tests.filter((test) => test.isSeparating);
    expect(separating.length).toBeGreaterThan(0);
    expect(separating.every((test) => test.answeredBy === "brute-force")).toBe(true);
    expect(separating.some((test) => test.boundary === "all numbers are negative")).toBe(true);
    expect(result.tests.filter((test) => test.size === "proposed").map((test) => test.input.bytes.length)).toEqual([
      8, 8,
    ]);
    expect(result.candidates[2]).toMatchObject({ sameAsId: "c1" });
    expect(result.rounds).toBe(1);
    const seeds = policy.requests.filter((request) => request.address.role === "solver").map((request) => request.seed);
    expect(new Set(seeds).size).toBe(3);
  });

  it("does not show the programs to the tester", async () => {
    const { policy } = await run({
      solver: ({ address }) => toAnswerText(address.index === 0 ? programs.wrong : programs.right),
    });
    const prompts = policy.requests.filter((request) => request.address.role === "tester");
    expect(prompts.length).toBe(2);
    expect(JSON.stringify(prompts.map((request) => request.messages))).not.toContain("#include");
  });

  it("repairs a wrong program in the second round, showing it the counterexample", async () => {
    const { result, policy } = await run({
      solver: () => toAnswerText(programs.wrong),
      repairer: () => toAnswerText(programs.right),
    });
    expect(result.status, result.reasons.join(" ")).toBe("solved");
    expect(findCandidate(result, programs.right)?.origin).toEqual({ kind: "repaired", fromId: "c1" });
    const repair = policy.requests.find((request) => request.address.role === "repairer");
    const text = JSON.stringify(repair?.messages);
    expect(text).toContain("wrong-answer");
    expect(text).toContain("RIGHT OUTPUT 1");
  });

  it("holds with the counterexample when every program is wrong", async () => {
    const { result } = await run({
      solver: ({ address }) => toAnswerText(address.index === 0 ? programs.wrong : programs.doesNotCompile),
      repairer: () => toAnswerText(programs.wrongToo),
    });
    expect(result.status).toBe("held");
    expect(result.decision).toBe("hold");
    expect(result.counterexample).toMatchObject({ verdict: "wrong-answer", got: "0\n" });
    expect(Number(result.counterexample?.expected)).toBeLessThan(0);
    expect(result.candidates.some((candidate) => candidate.compileMessage?.includes("nothing"))).toBe(true);
  });

  it("does not believe a brute force that fails a sample, and asks again with the complaint", async () => {
    const { result, policy } = await run({
      solver: () => toAnswerText(programs.right),
      "brute-force": ({ address }) => toAnswerText(address.index === 0 ? programs.badBruteForce : programs.bruteForce),
    });
    expect(result.status, result.reasons.join(" ")).toBe("solved");
    expect(result.tools.find((tool) => tool.role === "brute-force")).toMatchObject({ status: "believed", attempts: 2 });
    const second = policy.requests.find((r) => r.address.role === "brute-force" && r.address.index === 1);
    expect(JSON.stringify(second?.messages)).toContain("wrong-answer");
  });

  it("says best effort without a believed brute force", async () => {
    const { result } = await run({
      solver: () => toAnswerText(programs.right),
      "brute-force": () => toAnswerText(programs.badBruteForce),
    });
    expect(result.status).toBe("best-effort");
    expect(result.reasons.join(" ")).toContain("no believed brute-force");
  });

  it("lets a second brute force overrule one that most programs contradict", async () => {
    const { result } = await run({
      solver: ({ address }) => toAnswerText([programs.right, programs.rightToo, programs.wrong][address.index] ?? ""),
      "brute-force": ({ address }) => toAnswerText(address.index < 3 ? programs.wrongToo : programs.bruteForce),
    });
    expect(result.tools.find((tool) => tool.role === "brute-force")?.reason).toContain("takes the place");
    expect(result.status, result.reasons.join(" ")).toBe("solved");
    expect(findCandidate(result, programs.wrong)?.failedCount).toBeGreaterThan(0);
  });

  it("keeps a brute force that a second one confirms against most programs", async () => {
    const { result } = await run({
      solver: ({ address }) => toAnswerText([programs.wrong, programs.right, programs.wrongToo][address.index] ?? ""),
    });
    expect(result.tools.find((tool) => tool.role === "brute-force")?.reason).toContain("confirmed by a second one");
    expect(result.chosenId).toBe("c2");
  });

  it("names what happened when the model never answers", async () => {
    const usage = { inputTokens: 0, outputTokens: 0 };
    const down = () => ({
      kind: "failure" as const,
      reason: "unavailable" as const,
      message: "connection refused",
      usage,
    });
    const script = Object.fromEntries(
      ["classifier", "solver", "brute-force", "generator", "validator"].map((role) => [role, down]),
    );
    const { result } = await run(script);
    expect(result).toMatchObject({ status: "no-answer", decision: "hold", level: { source: "features" } });
    expect(result.reasons.join(" ")).toContain("connection refused");
    expect(result.usage.failedCalls).toBe(result.usage.calls);
    expect(result.rounds).toBe(1);
  });

  it("stops with the signal's reason", async () => {
    const controller = new AbortController();
    const solver = () => {
      controller.abort(new Error("enough"));
      return toAnswerText(programs.right);
    };
    await expect(run({ solver }, { signal: controller.signal })).rejects.toThrow("enough");
  });

  it("asks and decides the same when run again from its journal", async () => {
    const script: Script = {
      solver: ({ address }) => toAnswerText(address.index === 0 ? programs.wrong : programs.right),
    };
    const first = await run(script);
    const second = await run(script);
    expect(second.result).toEqual(first.result);
    expect(listPrompts(second.policy)).toEqual(listPrompts(first.policy));
  });
});

function withChecker(source: string): Problem {
  return {
    ...bestRunProblem,
    checker: {
      kind: "program",
      convention: "testlib",
      flags: [],
      program: { language: "cpp20", fileName: "check.cpp", source },
    },
  };
}

describe("what solve does not take for evidence", () => {
  beforeAll(async () => {
    journal = createMemoryJournal();
    judge = await createJudge({ journal });
  });

  afterAll(async () => {
    await judge?.[Symbol.asyncDispose]();
  });

  it("a brute force that is the chosen program", async () => {
    const { result } = await run({
      solver: () => toAnswerText(programs.right),
      "brute-force": () => toAnswerText(`// literal\n${programs.right}`),
    });
    expect(result.status).toBe("best-effort");
    expect(result.reasons.join(" ")).toContain("the brute force is the same program");
  });

  it("a checker that accepts junk: it says so before the model is asked, and in the end", async () => {
    const { result, events } = await run(
      { solver: () => toAnswerText(programs.right) },
      { problem: withChecker("int main() { return 0; }") },
    );
    expect(result).toMatchObject({ status: "best-effort", chosenId: "c1" });
    expect(result.reasons.join(" ")).toMatch(/checker cannot be relied on: it accepts an empty output and junk/);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf("warning-raised")).toBeLessThan(kinds.indexOf("sample-requested"));
  });

  it.each([
    ["crashes", "int main() { __builtin_trap(); }"],
    ["does not compile", "int main() {"],
  ])("anything, where the checker %s: the model is never asked", async (_, source) => {
    const asked = vi.fn<() => string>(() => "");
    const ran = run({ classifier: asked, solver: asked }, { problem: withChecker(source) });
    await expect(ran).rejects.toMatchObject({
      code: "PROBLEM_INVALID",
      message: expect.stringContaining("its checker check.cpp fails on a sample"),
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it("samples that no program and no brute force passes: the package is doubted too", async () => {
    const tests = bestRunProblem.tests.map((test) => ({ ...test, answer: createTestData("777\n") }));
    const { result } = await run(
      { solver: ({ address }) => toAnswerText(address.index === 0 ? programs.right : programs.wrong) },
      { problem: { ...bestRunProblem, tests } },
    );
    expect(result.status).toBe("held");
    expect(result.reasons.at(-1)).toMatch(/All \d programs fail sample\/\d, and no brute force passes the samples/);
  });

  it("helpers that nothing can check: each is asked for once", async () => {
    const tests = bestRunProblem.tests.map((test) => ({ ...test, answer: undefined }));
    const { result, policy } = await run(
      { solver: () => toAnswerText(programs.right) },
      { problem: { ...bestRunProblem, tests } },
    );
    const asked = policy.requests.filter(({ address }) => address.role === "brute-force");
    expect(asked).toHaveLength(1);
    expect(result.tools.find(({ role }) => role === "brute-force")).toMatchObject({ status: "not-believed" });
    expect(result).toMatchObject({ status: "best-effort" });
  });
});
