import { z } from "zod";
import { createMemoryJournal } from "../../src/journal/index.ts";
import { createJudge, type Judge } from "../../src/judge/index.ts";
import { readLeagueProblem } from "../../src/league/index.ts";
import type { TinyWorker } from "../../src/policy/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { computeReward } from "../../src/reward/index.ts";
import { solve, type OptionalStage, type SolvePlan, type SolveResult } from "../../src/solve/index.ts";
import { createLeaguePolicy, measureCpu } from "../../src/train/index.ts";
import { requireAnswers } from "../hypothesis/require-answers.ts";

/** The whole pipeline, and without each part. */
export const variants = ["full", "hypothesis", "summary", "attack", "search"] as const;
export type Variant = (typeof variants)[number];

/** What is left out of every variant that is not the whole pipeline. */
const stageOf: Readonly<Record<Variant, readonly OptionalStage[]>> = {
  full: [],
  hypothesis: ["hypothesis"],
  summary: ["summary"],
  attack: ["attack"],
  search: ["search"],
};

/** Each level's own route, rounds and claims, with few candidates and half of the tests. */
const plan: Partial<SolvePlan> = { candidateCount: 2, testCounts: { tiny: 30, small: 20, edge: 8, large: 2 } };

const outcomeSchema = z.object({
  /** Whether the chosen program passes all tests, none of which it has seen. */
  isAccepted: z.boolean(),
  isSubmitted: z.boolean(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Of everything: this process, the policy's, compilers and programs; null where it cannot be told. */
  cpuMs: z.number().nullable(),
  /** How often each part did something: programs told of a claim, folds, proposed tests, rounds after the first. */
  effects: z.object({ hypothesis: z.int(), summary: z.int(), attack: z.int(), search: z.int() }),
});
type Outcome = z.infer<typeof outcomeSchema>;

export const rowSchema = z.object({ level: z.int(), outcomes: z.record(z.enum(variants), outcomeSchema) });
export type Row = z.infer<typeof rowSchema>;

/** Solves one problem in every way; `turn` decides which comes first and so pays for compiling what all write. */
export async function measureVariants(
  id: string,
  { sampler, seed, turn }: { readonly sampler: TinyWorker; readonly seed: string; readonly turn: number },
): Promise<Row> {
  const { problem, level, statement } = readLeagueProblem(id);
  const policy = requireAnswers(await createLeaguePolicy(sampler, { statement }));
  const outcomes: Partial<Record<Variant, Outcome>> = {};
  for (const i of variants.keys()) {
    const variant = variants[(i + turn) % variants.length] ?? "full";
    const before = await readCpuMs(sampler);
    const journal = createMemoryJournal();
    await using judge = await createJudge({ journal });
    const result = await solve(
      problem,
      { policy, judge, journal },
      { seed, plan, languages: ["c"], without: stageOf[variant], given: toGiven(problem) },
    );
    const after = await readCpuMs(sampler);
    outcomes[variant] = {
      isAccepted: await isAccepted(judge, problem, result),
      isSubmitted: result.decision === "submit",
      inputTokens: result.usage.inputTokens,
      outputTokens: result.usage.outputTokens,
      cpuMs: before === undefined || after === undefined ? null : Math.max(0, after - before),
      effects: countEffects(result),
    };
  }
  return rowSchema.parse({ level, outcomes });
}

function toGiven({ solutions }: Problem) {
  return { bruteForce: solutions.find(({ name }) => name === "brute-force")?.program, usesInputSpec: true };
}

function countEffects({ candidates, memory, tests, rounds }: SolveResult): Outcome["effects"] {
  return {
    hypothesis: candidates.filter(({ toldHypothesisIds }) => toldHypothesisIds.length > 0).length,
    summary: memory.folds.filter(({ failures, chunkCount }) => failures.length < chunkCount).length,
    attack: tests.filter(({ size }) => size === "proposed").length,
    search: rounds - 1,
  };
}

async function isAccepted(judge: Judge, problem: Problem, result: SolveResult): Promise<boolean> {
  const chosen = result.candidates.find(({ id }) => id === result.chosenId);
  if (chosen === undefined) return false;
  const report = await judge.judge(chosen.program, { problem, tests: problem.tests });
  const reward = computeReward(report, problem.scoring);
  if (reward.kind === "reward-withheld") throw new Error(`the judge failed: ${reward.reason}`);
  return reward.value === 1;
}

async function readCpuMs({ pid }: TinyWorker): Promise<number | undefined> {
  const usage = await measureCpu({ sampler: pid });
  return usage === undefined ? undefined : usage.self + usage.sampler + usage.others;
}
