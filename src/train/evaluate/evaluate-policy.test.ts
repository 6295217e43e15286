import { describe, expect, it } from "vitest";
import { AppError } from "../../std/index.ts";
import type { Attempt, Grader } from "../contract.ts";
import { createLetterEngine, letterGrader, letterTasks } from "../fixtures/next-letter.ts";
import { withRewardCache } from "../grade/with-reward-cache.ts";
import { collectRollouts } from "./collect-rollouts.ts";
import { compareEvaluations, computePairedDifference, measureAny, measureGreedy } from "./compare-evaluations.ts";
import { evaluatePolicy, summarizeResults, type TaskResult } from "./evaluate-policy.ts";
import { evaluateSelection } from "./evaluate-selection.ts";

function toResult(taskId: string, acceptedCount: number, isGreedyAccepted: boolean | null = null): TaskResult {
  return { taskId, level: Number(taskId.at(0)), sampleCount: 4, acceptedCount, isGreedyAccepted };
}

const noCounts = { withheldCount: 0, tokenCount: 0 };

function toProgram({ tokens }: Attempt): string {
  return String(tokens[0]);
}

describe("an evaluation", () => {
  it("is the mean over tasks, over all and by level", () => {
    const { overall, byLevel } = summarizeResults(
      [toResult("1a", 4, true), toResult("1b", 1, false), toResult("2a", 0)],
      noCounts,
    );
    expect(overall).toMatchObject({ taskCount: 3, greedy: 0.5 });
    expect(overall.sampled).toBeCloseTo(1.25 / 3, 12);
    expect(overall.mixedShare).toBeCloseTo(1 / 3, 12);
    // One of four is right: two of them hold it in 3 of 6 pairs, all four always.
    expect(overall.passAtK["2"]).toBeCloseTo((1 + 0.5 + 0) / 3, 12);
    expect(overall.passAtK["4"]).toBeCloseTo(2 / 3, 12);
    expect(Object.keys(overall.passAtK)).toEqual(["1", "2", "4"]);
    expect(byLevel["2"]).toMatchObject({ taskCount: 1, sampled: 0, greedy: null });
  });

  it("asks the policy, and leaves out what the judge could not tell", async () => {
    await using policy = await createLetterEngine();
    const grader: Grader = {
      name: "half-blind",
      grade: async (attempts) => attempts.map(({ task }) => (task.level === 2 ? null : 1)),
    };
    const options = { policy, tasks: letterTasks, samplesPerTask: 3, maxTokens: 4, seed: "s" };
    const blind = await evaluatePolicy({ ...options, grader });
    expect(blind).toMatchObject({ withheldCount: 24, overall: { sampled: 1, greedy: 1 } });
    expect(blind.byLevel["2"]).toMatchObject({ sampled: 0, greedy: null, passAtK: {} });
    const [one, again] = [
      await evaluatePolicy({ ...options, grader: letterGrader }),
      await evaluatePolicy({ ...options, grader: letterGrader }),
    ];
    expect(one).toEqual(again);
  });

  it("fails where the grader fails, without waiting for the rest", async () => {
    await using policy = await createLetterEngine();
    const grader: Grader = {
      name: "broken",
      grade: async () => {
        throw new AppError({ code: "JUDGE_CLOSED", message: "the judge was closed" });
      },
    };
    const failing = evaluatePolicy({ policy, grader, tasks: letterTasks, samplesPerTask: 50, maxTokens: 4, seed: "s" });
    await expect(failing).rejects.toMatchObject({ code: "JUDGE_CLOSED" });
  });
});

describe("a comparison of evaluations", () => {
  it("is paired by task: what both have in common has no part in its interval", () => {
    const before = summarizeResults(
      Array.from({ length: 50 }, (_, task) => toResult(`1-${task}`, task % 4, task % 2 === 0)),
      noCounts,
    );
    const after = summarizeResults(
      before.tasks.map((task) => ({ ...task, acceptedCount: task.acceptedCount + 1 })),
      noCounts,
    );
    const gain = compareEvaluations(before, after);
    expect(gain.difference).toBeCloseTo(0.25, 12);
    expect(gain.normal95[0]).toBeCloseTo(0.25, 9);
    expect(gain.bootstrap95[1]).toBeCloseTo(0.25, 9);
    expect(compareEvaluations(before, after, measureGreedy)).toMatchObject({ difference: 0, normal95: [0, 0] });
    expect(compareEvaluations(before, after, measureAny).difference).toBeCloseTo(13 / 50, 12);
  });

  it("has the textbook's normal interval, and a bootstrap interval close to it", () => {
    const differences = Array.from({ length: 400 }, (_, index) => (index % 4 === 0 ? 1 : 0));
    const { difference, normal95, bootstrap95 } = computePairedDifference(differences);
    expect(difference).toBe(0.25);
    // s² = n/(n − 1)·p(1 − p) of a share p.
    const margin = 1.96 * Math.sqrt((0.25 * 0.75) / 399);
    expect(normal95[0]).toBeCloseTo(0.25 - margin, 12);
    expect(normal95[1]).toBeCloseTo(0.25 + margin, 12);
    expect(Math.abs(bootstrap95[0] - normal95[0])).toBeLessThan(0.01);
    expect(Math.abs(bootstrap95[1] - normal95[1])).toBeLessThan(0.01);
    expect(computePairedDifference(differences)).toEqual({ difference, normal95, bootstrap95, taskCount: 400 });
  });

  it("refuses evaluations of different tasks", () => {
    const [one, other] = ["1a", "1b"].map((task) => summarizeResults([toResult(task, 1), toResult("1c", 1)], noCounts));
    expect(() => compareEvaluations(one as never, other as never)).toThrow(/same tasks/);
  });
});

describe("a choice among samples without learning", () => {
  it("submits what was written most often among what the public grader accepts, judged once by the hidden one", async () => {
    await using policy = await createLetterEngine();
    const hidden: string[] = [];
    const options = { policy, tasks: letterTasks, samplesPerTask: 40, maxTokens: 2, seed: "s" };
    const isPublic: Grader = {
      name: "even",
      grade: async (attempts) => attempts.map(({ tokens }) => ((tokens[0] ?? 0) % 2 === 0 ? 1 : 0)),
    };
    const grader: Grader = {
      name: "hidden",
      grade: async (attempts) => attempts.map((attempt) => (hidden.push(toProgram(attempt)), 1)),
    };
    const { overall } = await evaluateSelection({ ...options, publicGrader: isPublic, grader, toProgram });
    expect(overall).toMatchObject({ sampled: 1, taskCount: letterTasks.length });
    const rollouts = await collectRollouts({
      ...options,
      grader: isPublic,
      asks: letterTasks.map((task) => ({ task, count: 40, temperature: 1 })),
    });
    const expected = rollouts.map((answers) => {
      const even = answers.filter(({ reward }) => reward === 1).map(({ attempt }) => toProgram(attempt));
      const counts = new Map<string, number>();
      for (const program of even) counts.set(program, (counts.get(program) ?? 0) + 1);
      return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
    });
    expect(hidden).toEqual(expected);
  });
});

describe("a cache of rewards", () => {
  const task = letterTasks[0] as (typeof letterTasks)[number];
  const attempt = (tokens: readonly number[], address: string) => ({ task, tokens, isEnded: true, address });

  it("has equal programs graded once, whatever stands around them", async () => {
    const seen: string[] = [];
    const grader = withRewardCache(
      {
        name: "counting",
        grade: async (attempts) =>
          attempts.map(({ tokens, address }) => (seen.push(address), tokens.at(-1) === 2 ? 1 : 0)),
      },
      ({ tokens }) => String(tokens.at(-1)),
    );
    expect(await grader.grade([attempt([7, 2], "a"), attempt([3], "b"), attempt([8, 2], "c")])).toEqual([1, 0, 1]);
    expect(await grader.grade([attempt([2], "d"), { ...attempt([2], "e"), task: { ...task, id: "other" } }])).toEqual([
      1, 1,
    ]);
    expect(seen).toHaveLength(3);
    expect(grader.counts).toEqual({ asked: 5, graded: 3 });
  });

  it("asks again where the reward was withheld", async () => {
    let calls = 0;
    const grader = withRewardCache(
      { name: "shy", grade: async (attempts) => attempts.map(() => (calls++ === 0 ? null : 1)) },
      () => "same",
    );
    expect(await grader.grade([attempt([1], "a"), attempt([1], "b")])).toEqual([null, null]);
    expect(await grader.grade([attempt([1], "c")])).toEqual([1]);
  });
});
