import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LearnedRollout, LearnedRound } from "../../agent/index.ts";
import { createMemoryJournal, type Journal } from "../../journal/index.ts";
import { createBudget, loadTiny, type Budget, type TrainablePolicy } from "../../policy/index.ts";
import { computeRankLoss, computeRankObjective, computeTokenLoss } from "../../rl/index.ts";
import { computeDigest } from "../../std/index.ts";
import { createLetterEngine, createLetterTexts } from "../fixtures/next-letter.ts";
import { runSft } from "../sft/run-sft.ts";
import { createTestTimeLearner } from "./create-test-time-learner.ts";
import { toRoundData } from "./to-round-data.ts";

/** The one problem: after this letter comes the next one. */
const question = "d";
const answer = "e";
const rolloutCount = 16;

const folder = await mkdtemp(path.join(os.tmpdir(), "test-time-"));
const { createTinyPolicy } = await loadTiny();
let start = "";

beforeAll(async () => {
  await using policy = await createLetterEngine();
  const { checkpoint } = await runSft({
    policy,
    directory: path.join(folder, "start"),
    source: createLetterTexts(0.8),
    settings: {
      seed: "start",
      stepCount: 40,
      learningRate: { peak: 1e-2, warmupSteps: 5, decay: "linear" },
      tokensPerBatch: 64,
      batchesPerStep: 2,
      lengthBounds: [8],
      data: { errorRate: 0.8 },
    },
  });
  start = checkpoint;
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function openTrainer(): Promise<TrainablePolicy> {
  const source = { kind: "checkpoint", directory: start, withOptimizer: false } as const;
  return createLetterEngine({ source, lora: { rank: 4, seed: "adapter", trainUnembed: true } });
}

function openLearner(trainer: TrainablePolicy, options: { readonly journal?: Journal; readonly budget?: Budget } = {}) {
  const { journal = createMemoryJournal(), budget = createBudget() } = options;
  return createTestTimeLearner({
    trainer,
    journal,
    budget,
    toPrompt: () => question,
    settings: { learningRate: 3e-2 },
  });
}

/** Answers as the pipeline's sampler gets them; near misses earn a little, as programs that pass some tests do. */
async function playRound(trainer: TrainablePolicy, round: number): Promise<LearnedRound> {
  const policy = createTinyPolicy(trainer);
  const messages = [{ role: "user", parts: [{ kind: "text", text: question }] }] as const;
  const answers = await Promise.all(
    Array.from({ length: rolloutCount }, async (_, index) => {
      const address = { role: "solver", round, index };
      const request = { address, messages, maxTokens: 4, temperature: 1, seed: 100 * round + index };
      return { address, outcome: await policy.sample(request) };
    }),
  );
  const lambda = 1;
  const rewards_G = answers.map(({ outcome }) =>
    outcome.kind === "failure" ? null : outcome.text === answer ? 1 : outcome.text.startsWith(answer) ? 0.2 : 0,
  );
  const { objective, weights_G, credits_G } = computeRankObjective(rewards_G, { lambda });
  const rollouts = answers.map(({ address, outcome }, g): LearnedRollout => {
    if (outcome.kind === "failure") throw new Error(outcome.message);
    const { text, tokens_T, logprobs_T } = outcome;
    const learnt = { reward: rewards_G[g] ?? null, weight: weights_G[g] ?? 0, credit: credits_G[g] ?? 0 };
    return { address, messages, text, tokens_T, logprobs_T, ...learnt };
  });
  return { problemId: "next-letter", round, lambda, objective, rollouts };
}

async function measure(trainer: TrainablePolicy): Promise<number> {
  const promptTokens = trainer.tokenizer.encode(question);
  const targetTokens = [...trainer.tokenizer.encode(answer), trainer.tokenizer.endToken];
  const [scored] = await trainer.score([{ promptTokens, targetTokens }]);
  return Math.exp((scored?.logprobs_T ?? []).reduce((sum, logprob) => sum + logprob, 0));
}

async function digestFiles(): Promise<readonly string[]> {
  const names = (await readdir(start)).toSorted();
  return Promise.all(names.map(async (name) => `${name} ${computeDigest(await readFile(path.join(start, name)))}`));
}

describe("learning between the rounds", () => {
  it("makes the right answer likelier round by round, and leaves the weights on disk as they are", async () => {
    await using trainer = await openTrainer();
    await using learner = openLearner(trainer);
    const files = await digestFiles();
    const before = await measure(trainer);
    const versions: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const report = await learner.learn(await playRound(trainer, round));
      if (report.kind === "round-learned") versions.push(report.version);
    }
    expect(versions.length).toBeGreaterThan(1);
    expect(versions).toEqual(versions.map((_, i) => 4 * (i + 1) + (versions[0] ?? 0) - 4));
    expect(before).toBeLessThan(0.5);
    expect(await measure(trainer)).toBeGreaterThan(before + 0.15);
    expect(await digestFiles()).toEqual(files);
  });

  it("begins with the gradient of the rank objective", async () => {
    await using trainer = await openTrainer();
    const { rollouts, lambda } = await playRound(trainer, 0);
    const { data } = toRoundData(rollouts, { tokenizer: trainer.tokenizer, toPrompt: () => question });
    const expected = computeRankLoss({
      rewards_G: rollouts.map(({ reward }) => reward),
      logprobs_G_T: rollouts.map(({ logprobs_T = [] }) => logprobs_T),
      lambda,
    }).gradient_G_T.filter((gradient_T) => gradient_T.some((value) => value !== 0));
    const actual = data.map(({ behaviourLogprobs_T = [], advantages_T = [], weights_T = [] }) =>
      computeTokenLoss(
        { kind: "ppo", clipLowThreshold: 0.8, clipHighThreshold: 1.28 },
        { logprobs_T: behaviourLogprobs_T, behaviourLogprobs_T, advantages_T, weights_T },
      ).gradient_T.slice(trainer.tokenizer.encode(question).length - 1),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(actual).toEqual(expected);
  });

  it("is not done again by a resumed run, which goes on from the same weights", async () => {
    const journal = createMemoryJournal();
    const budget = createBudget();
    await using first = await openTrainer();
    await using learner = openLearner(first, { journal, budget });
    const rounds: LearnedRound[] = [];
    const reports = [];
    for (const round of [0, 1]) {
      rounds.push(await playRound(first, round));
      reports.push(await learner.learn(rounds[round] as LearnedRound));
    }
    expect(reports.map(({ kind }) => kind)).toEqual(["round-learned", "round-learned"]);

    await using second = await openTrainer();
    const resumedBudget = createBudget();
    await using resumed = openLearner(withoutTraining(second), { journal, budget: resumedBudget });
    expect([await resumed.learn(rounds[0] as LearnedRound), await resumed.learn(rounds[1] as LearnedRound)]).toEqual(
      reports,
    );
    expect(await measure(second)).toBe(await measure(first));
    expect(resumedBudget.state.spentTokens).toBe(budget.state.spentTokens);
    expect(budget.state.spentTokens).toBeGreaterThan(0);
    expect((await playRound(second, 2)).rollouts).toEqual((await playRound(first, 2)).rollouts);
  });

  it("is left out where the budget does not cover it, and stays out when the run goes on with more", async () => {
    const journal = createMemoryJournal();
    await using trainer = await openTrainer();
    const round = await playRound(trainer, 0);
    const before = await measure(trainer);
    await using poor = openLearner(trainer, { journal, budget: createBudget({ maxTokens: 50 }) });
    const report = await poor.learn(round);
    expect(report).toMatchObject({ kind: "round-skipped", reason: expect.stringContaining("over-budget") });
    await using rich = openLearner(trainer, { journal, budget: createBudget({ maxTokens: 50_000 }) });
    expect(await rich.learn(round)).toEqual(report);
    expect(await measure(trainer)).toBe(before);
  });

  it("has nothing to go by where all rewards are equal or the tokens are not known, and says so", async () => {
    await using trainer = await openTrainer();
    await using learner = openLearner(trainer);
    const round = await playRound(trainer, 0);
    const equal = round.rollouts.map((rollout) => ({ ...rollout, reward: 0.5, credit: 0 }));
    expect(await learner.learn({ ...round, rollouts: equal })).toMatchObject({
      reason: `all ${rolloutCount} answers have the same reward`,
    });
    const tied = round.rollouts.map((rollout, i) => ({ ...rollout, reward: i % 2, credit: (i % 2) * 1e-6 }));
    expect(await learner.learn({ ...round, rollouts: tied })).toMatchObject({
      reason: "the best answers are equal, and at this λ only the best count",
    });
    const silent = round.rollouts.map((rollout) => ({ ...rollout, tokens_T: undefined }));
    expect(await learner.learn({ ...round, rollouts: silent })).toMatchObject({
      reason: expect.stringMatching(/^the tokens of \d+ answers are not known$/),
    });
    const foreign = round.rollouts.map((rollout) => ({ ...rollout, tokens_T: rollout.tokens_T?.map(() => "zz") }));
    expect(await learner.learn({ ...round, rollouts: foreign })).toMatchObject({ kind: "round-skipped" });
    expect(trainer.version).toBe(40);
  });
});

/** The same policy, which fails as soon as it is trained. */
function withoutTraining(trainer: TrainablePolicy): TrainablePolicy {
  return new Proxy(trainer, {
    get(target, name) {
      if (name === "forwardBackward" || name === "optimStep") throw new Error(`${name} was called`);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
