import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LearnedRound, Learner } from "../../agent/index.ts";
import { computeRankWeights } from "../../rl/index.ts";
import { bestRunProblem, bestRunPrograms as programs, toAnswerText } from "../../testing/index.ts";
import { createBareState } from "../fixtures/bare-state.ts";
import { createBench, type Bench } from "../../../test/support/scripted-run.ts";
import { computeRolloutReward } from "./compute-rollout-reward.ts";
import { hasStagnated } from "./find-end.ts";
import { allocate, computeRoundLambda, weighRollouts } from "./weigh-rollouts.ts";

const thinking = Array.from({ length: 60 }, (_, i) => `Step ${i}: the run may end at any place.`).join("\n\n");

describe("the reward that search goes by", () => {
  const verdicts = { c1: ["accepted", "wrong-answer"], c2: ["judge-failed", "accepted"], c3: ["accepted"] } as const;

  it("is the share of tests passed, those not run included, and withheld where the judge failed", () => {
    const state = createBareState({ problem: bestRunProblem, verdicts });
    expect(state.candidates.map((candidate) => computeRolloutReward(state, candidate))).toEqual([0.5, null, 0.5]);
  });

  it("is less for an answer beyond its level's budget", () => {
    const long = { verdicts: { c1: ["accepted"] as const }, outputTokens: { c1: 6000 } };
    const rewards = [1, 2, 5].map((level) => {
      const state = createBareState({ problem: bestRunProblem, ...long, level });
      return state.candidates.map((candidate) => computeRolloutReward(state, candidate))[0];
    });
    expect(rewards).toEqual([1 - 0.05 * 2, 1 - 0.05 * 0.5, 1]);
  });
});

describe("what a round builds on", () => {
  it("gets slots in proportion to its weight, none lost", () => {
    expect(allocate([1, 1, 1], 3)).toEqual([0, 1, 2]);
    expect(allocate([0.9, 0.1], 2)).toEqual([0, 0]);
    expect(allocate([], 3)).toEqual([]);
    const weights = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 12 }), (given, count) => {
        const total = given.reduce((sum, weight) => sum + weight, 0);
        const slots = allocate(given, count);
        expect(slots).toHaveLength(count);
        for (const [member, weight] of given.entries()) {
          const got = slots.filter((slot) => slot === member).length;
          expect(Math.abs(got - (weight / total) * count)).toBeLessThan(1 + 1e-9);
        }
      }),
    );
  });

  it("is weighed by rank, nearly evenly at first and nearly the best alone at last", () => {
    const verdicts = { c1: ["wrong-answer", "wrong-answer"], c2: ["accepted", "wrong-answer"] } as const;
    const state = createBareState({ problem: bestRunProblem, verdicts, roundCount: 5 });
    const lambdas = [0, 1, 2, 3, 4].map((round) => computeRoundLambda(state, round));
    expect(lambdas).toEqual(lambdas.toSorted((a, b) => a - b));
    const first = weighRollouts(state, { round: 0, repairCount: 4 });
    expect(first.rollouts.map(({ id }) => id)).toEqual(["c2", "c1"]);
    expect(first.rollouts.map(({ weight }) => weight)).toEqual(computeRankWeights(2, lambdas[0] ?? -1));
    expect(first.builtOnIds).toEqual(["c2", "c2", "c1", "c1"].toSorted().toReversed());
    expect(weighRollouts(state, { round: 4, repairCount: 4 }).builtOnIds).toEqual(["c2", "c2", "c2", "c2"]);
  });

  it("stagnates when the best is not beaten for so many rounds", () => {
    expect(hasStagnated([0.2, 0.4, 0.4, 0.4], 2)).toBe(true);
    expect(hasStagnated([0.2, 0.4, 0.4, 0.5], 2)).toBe(false);
    expect(hasStagnated([0.4, 0.4], 2)).toBe(false);
  });
});

describe("search with memory", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await createBench();
  });

  afterAll(async () => {
    await bench?.[Symbol.asyncDispose]();
  });

  const summary = "c1 and c2 took the empty run; negative inputs refuted them.";
  const script = {
    solver: () => `${thinking}\n\n${toAnswerText(programs.wrong)}`,
    repairer: () => toAnswerText(programs.wrongToo),
    summariser: () => summary,
  };
  const plan = {
    roundCount: 3,
    hypothesisCount: 0,
    memory: { thresholdChars: 3000, chunkChars: 2000, summaryWords: 50 },
  };

  it("folds long attempts chunk by chunk, keeps the whole text, and tells later rounds the state alone", async () => {
    const { result, promptsOf } = await bench.run(script, { plan });
    const [fold] = result.memory.folds;
    const text = new TextDecoder().decode(bench.journal.getArtifact(fold?.textDigest ?? ""));
    expect(text).toHaveLength(fold?.textChars ?? 0);
    expect(text).toContain("Step 59");
    expect(text).toContain("Outcome: it fails");
    const asked = promptsOf("summariser").slice(0, fold?.chunkCount);
    expect(asked.length).toBeGreaterThan(1);
    expect(asked[0]).not.toContain("SUMMARY SO FAR");
    expect(asked.slice(1).every((prompt) => prompt.includes(summary))).toBe(true);
    const [first, , second] = promptsOf("solver");
    expect(first).not.toContain("EARLIER WORK");
    expect(second).toContain(summary);
    expect(second).not.toContain("Step 59");
    expect(promptsOf("repairer").every((prompt) => prompt.includes(summary))).toBe(true);
  });

  it("cuts the memory short where there is no summariser, or none that answers", async () => {
    for (const options of [{ without: ["summary"] as const }, {}]) {
      const { result, promptsOf } = await bench.run({ ...script, summariser: () => "" }, { plan, ...options });
      expect(result.memory.text?.length).toBeLessThanOrEqual(3000);
      expect(result.memory.text).toContain("Outcome");
      expect(promptsOf("repairer").every((prompt) => prompt.includes("EARLIER WORK"))).toBe(true);
    }
  });

  it("can be left out: then no prompt holds a memory and each program is repaired once", async () => {
    const { result, promptsOf } = await bench.run(script, { plan, without: ["search"] });
    expect(promptsOf("repairer").join("") + promptsOf("solver").join("")).not.toContain("EARLIER WORK");
    expect(result.weighings).toEqual([]);
  });

  it("ends when no better program comes", async () => {
    const { result } = await bench.run(script, { plan: { ...plan, roundCount: 9, stagnationRounds: 2 } });
    expect(result.searchEnd).toBe("stagnated");
    expect(result.rounds).toBeLessThan(9);
  });

  it("ends when the budget covers no further call, and says so", async () => {
    const refused = {
      kind: "failure",
      reason: "over-budget",
      message: "the token budget does not cover this call",
      usage: { inputTokens: 0, outputTokens: 0 },
    } as const;
    const { result } = await bench.run(
      {
        ...script,
        repairer: () => refused,
        solver: ({ address }) => (address.round === 0 ? toAnswerText(programs.wrong) : refused),
      },
      { plan: { ...plan, memory: { ...plan.memory, thresholdChars: 100_000 } }, without: ["attack"] },
    );
    expect(result).toMatchObject({ searchEnd: "budget-spent", rounds: 2, status: "held" });
  });

  it("teaches a learner each round that another follows, with the credits of the rank objective", async () => {
    const rounds: LearnedRound[] = [];
    const learner: Learner = {
      async learn(round) {
        rounds.push(round);
        return { kind: "round-skipped", round: round.round, reason: "it only listens" };
      },
    };
    const answers = [toAnswerText(programs.wrong), toAnswerText(programs.doesNotCompile), "I do not know."];
    const { result, events } = await bench.run(
      { ...script, solver: ({ address }) => answers[address.index] ?? "" },
      { plan: { ...plan, candidateCount: 3 }, learner },
    );
    expect(rounds.map(({ round }) => round)).toEqual([0, 1]);
    expect(result.learnings.map(({ kind }) => kind)).toEqual(["round-skipped", "round-skipped"]);
    expect(events.filter(({ kind }) => kind === "learning-skipped")).toHaveLength(2);
    const [better, worse, none] = rounds[0]?.rollouts ?? [];
    expect(none).toMatchObject({ text: "I do not know.", reward: 0 });
    expect(better?.reward).toBeGreaterThan(worse?.reward ?? 1);
    expect(better?.weight).toBeGreaterThan(worse?.weight ?? 1);
    expect(better?.credit).toBeGreaterThan(0);
    expect(better?.text).toContain("#include");
    expect(JSON.stringify(better?.messages)).toContain("Solve the problem above");
  });
});
