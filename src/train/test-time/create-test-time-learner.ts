import type { LearnedRollout, LearnedRound, Learner, LearningReport } from "../../agent/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Budget, CallOptions, TokenPrices, TrainablePolicy, Usage } from "../../policy/index.ts";
import type { TokenLossSpec } from "../../rl/index.ts";
import { AppError, computeJsonDigest, type Json } from "../../std/index.ts";
import { surviveWorkerDeath } from "../run/survive-worker-death.ts";
import { toRoundData, type RoundData } from "./to-round-data.ts";
import { createWeightKeeper, type KeptWeights, type WeightKeeper } from "./weight-keeper.ts";

/** Numbers of our choosing; the paper gives none. */
export interface TestTimeSettings {
  /** For a round whose credits sum to 1 or more in magnitude; less in proportion: the optimiser's steps have no scale. */
  readonly learningRate: number;
  /** Optimiser steps on one round's rollouts. */
  readonly updateCount: number;
  /** Bounds of the ratio. */
  readonly clipLowThreshold: number;
  readonly clipHighThreshold: number;
  readonly gradClipNorm: number;
  readonly beta2: number;
}

const defaultTestTimeSettings: TestTimeSettings = {
  learningRate: 5e-3,
  updateCount: 4,
  clipLowThreshold: 0.8,
  clipHighThreshold: 1.28,
  gradClipNorm: 1,
  beta2: 0.95,
};

export interface TestTimeLearnerOptions {
  /** Answers the same run's questions, so that what it learns shows in the next round. */
  readonly trainer: TrainablePolicy;
  readonly journal: Journal;
  /** Each pass over a token is charged as an input token; a round that it does not cover teaches nothing. */
  readonly budget: Budget;
  /** What the policy read for a rollout. */
  readonly toPrompt: (rollout: LearnedRollout) => string;
  readonly settings?: Partial<TestTimeSettings>;
}

/**
 * Learns from rounds of test-time search by policy gradient of the rank-weighted objective. Every round is a journaled
 * effect with the weights that it led to: a resumed run takes them over and does not learn again. The weights that the
 * policy was opened from stay as they are.
 *
 * @paper GrandCode 3.8, docs/paper-map.md#test-time-learning
 */
export function createTestTimeLearner(options: TestTimeLearnerOptions): Learner & AsyncDisposable {
  const { trainer, journal, budget, toPrompt } = options;
  const settings = { ...defaultTestTimeSettings, ...options.settings };
  const keeper = createWeightKeeper(trainer, journal);

  return {
    async learn(round, call) {
      const roundData = toRoundData(round.rollouts, { tokenizer: trainer.tokenizer, toPrompt });
      if (roundData.data.length === 0 || computeCreditSum(round) < minCreditSum) {
        return { kind: "round-skipped", round: round.round, reason: describeNothing(round, roundData) };
      }
      const { outcome, source } = await journal.effect<Learnt>(
        {
          kind: "learn",
          label: `policy update after round ${round.round}`,
          input: {
            weights: await keeper.readDigest(call),
            settings: { ...settings },
            data: computeJsonDigest(roundData.data as unknown as Json),
            round: round.round,
          },
        },
        async () => learnOnce({ trainer, keeper, settings, budget }, { round, roundData, call }),
      );
      if (source === "replayed" && outcome.weights !== undefined) {
        await keeper.restoreFrom(outcome.weights, call);
        budget.charge(toUsage(roundData, { settings, prices: trainer.info.prices }));
      }
      return outcome.report;
    },
    [Symbol.asyncDispose]: () => keeper[Symbol.asyncDispose](),
  };
}

/** A skipped round has no weights of its own. */
interface Learnt {
  readonly report: LearningReport;
  readonly weights?: KeptWeights | undefined;
}

interface LearningTools {
  readonly trainer: TrainablePolicy;
  readonly keeper: WeightKeeper;
  readonly settings: TestTimeSettings;
  readonly budget: Budget;
}

/** A round that was skipped for the budget stays so: what came after it was sampled from weights that had not moved. */
async function learnOnce(
  tools: LearningTools,
  input: { readonly round: LearnedRound; readonly roundData: RoundData; readonly call: CallOptions | undefined },
): Promise<Learnt> {
  const { keeper, settings, budget, trainer } = tools;
  const { round, roundData, call } = input;
  const skip = (reason: string): Learnt => ({ report: { kind: "round-skipped", round: round.round, reason } });
  const usage = toUsage(roundData, { settings, prices: trainer.info.prices });
  const reservation = await budget.reserve(usage, call);
  if (reservation.kind === "budget-shortfall") return skip(`over-budget: ${reservation.message}`);
  try {
    const updated = await surviveWorkerDeath(
      async () => update(tools, { data: roundData.data, rateScale: Math.min(1, computeCreditSum(round)), call }),
      async () => keeper.restore(call),
    );
    if (updated.updateCount === 0) {
      await keeper.restore(call);
      return skip("a loss or gradient was not finite; the weights are as they were");
    }
    const { lambda, objective } = round;
    const rolloutCount = roundData.data.length;
    const counts = { rolloutCount, tokenCount: roundData.tokenCount, ...updated };
    const weights = await keeper.keep(call);
    // From here on a process that dies starts again from these weights.
    await keeper.restore(call);
    return { report: { kind: "round-learned", round: round.round, lambda, objective, ...counts }, weights };
  } finally {
    reservation.settle(usage);
  }
}

/** Rounds whose rollouts are all but equal have nothing to say, and what they say would be noise. */
const minCreditSum = 1e-3;

function computeCreditSum({ rollouts }: LearnedRound): number {
  return rollouts.reduce((sum, { reward, credit }) => sum + (reward === null ? 0 : Math.abs(credit)), 0);
}

async function update(
  { trainer, settings }: LearningTools,
  input: {
    readonly data: RoundData["data"];
    readonly rateScale: number;
    readonly call: CallOptions | undefined;
  },
): Promise<{ readonly updateCount: number; readonly gradNorm: number; readonly version: number }> {
  const { data, rateScale, call } = input;
  const { gradClipNorm, beta2, clipLowThreshold, clipHighThreshold } = settings;
  const learningRate = settings.learningRate * rateScale;
  const loss: TokenLossSpec = { kind: "ppo", clipLowThreshold, clipHighThreshold };
  let updateCount = 0;
  let gradNormSum = 0;
  try {
    while (updateCount < settings.updateCount) {
      await trainer.forwardBackward({ data, loss }, call);
      const { gradNorm } = await trainer.optimStep({ learningRate, gradClipNorm, beta2 }, call);
      gradNormSum += gradNorm;
      updateCount += 1;
    }
  } catch (thrown) {
    if (!AppError.is(thrown) || !notFinite.has(thrown.code)) throw thrown;
  }
  return { updateCount, gradNorm: gradNormSum / Math.max(1, updateCount), version: trainer.version };
}

const notFinite: ReadonlySet<string> = new Set(["TRAINING_LOSS_NOT_FINITE", "TRAINING_GRADIENT_NOT_FINITE"]);

function toUsage(
  { tokenCount }: RoundData,
  { settings, prices }: { readonly settings: TestTimeSettings; readonly prices: TokenPrices | undefined },
): Usage {
  const inputTokens = tokenCount * settings.updateCount;
  const costUsd = prices === undefined ? undefined : (inputTokens * prices.inputUsdPerMTokens) / 1e6;
  return { inputTokens, outputTokens: 0, costUsd };
}

function describeNothing({ rollouts }: LearnedRound, { unknownCount }: RoundData): string {
  if (rollouts.length === 0) return "no answer came";
  if (unknownCount > 0) return `the tokens of ${unknownCount} answers are not known`;
  const rewards = new Set(rollouts.flatMap(({ reward }) => reward ?? []));
  if (rewards.size === 0) return "no answer has a reward";
  if (rewards.size > 1) return "the best answers are equal, and at this λ only the best count";
  return `all ${rollouts.length} answers have the same reward`;
}
