import { describe, expect, it } from "vitest";
import { computeCorrectionLoss, computeGrpoLoss, type TokenLossSpec } from "../../../rl/index.ts";
import { forwardBackwardCustom } from "../../forward-backward-custom.ts";
import type { TrainingDatum } from "../../trainable-contract.ts";
import { computeOracleGradients } from "../fixtures/jax-oracle.ts";
import { createSmallData, createSmallWeights } from "../fixtures/small-policy.ts";
import type { TinyWeights } from "../model/weights.ts";
import { loadRuntime } from "../runtime.ts";
import { Trainer } from "./trainer.ts";

const runtime = await loadRuntime();

const losses: readonly TokenLossSpec[] = [
  { kind: "cross-entropy" },
  { kind: "importance-sampling" },
  { kind: "ppo", clipLowThreshold: 0.8, clipHighThreshold: 1.2 },
];

/**
 * A loss of some tens in float32 is good to about 1e-5, so that a central difference over a step of 1e-2 along a
 * direction of length 1 is good to about 1e-3; the derivatives here are of size 1 to 10.
 */
const differenceStep = 1e-2;
const differenceTolerance = 5e-3;

const oracleTolerance = 1e-5;

describe("the gradients of the embedded policy", () => {
  for (const loss of losses) {
    for (const withLora of [false, true]) {
      const what = withLora ? "an adapter" : "all weights";

      it(`agree with JAX in double precision to 1e-5 for ${loss.kind} over ${what}`, async () => {
        const weights = createSmallWeights({ withLora, width: 16 });
        const data = createSmallData([4, 6]);
        const trainer = new Trainer({ runtime, weights });
        const { clippedTokenCount } = await trainer.forwardBackward({ data, loss });
        const oracle = await computeOracleGradients(weights, data, loss);
        expect([...trainer.gradients.keys()].toSorted()).toEqual([...weights.trained.keys()].toSorted());
        for (const [name, expected] of oracle) {
          expect([name, computeRelativeDifference(trainer.gradients.get(name), expected)]).toEqual([
            name,
            expect.toSatisfy((difference: number) => difference < oracleTolerance),
          ]);
        }
        expect(clippedTokenCount > 0).toBe(loss.kind === "ppo");
      });

      it(`agree with finite differences for ${loss.kind} over ${what}`, async () => {
        const weights = createSmallWeights({ withLora });
        const data = createSmallData([5, 9]);
        const trainer = new Trainer({ runtime, weights });
        await trainer.forwardBackward({ data, loss });
        expect(
          await findWrongGradients({
            weights,
            gradients: trainer.gradients,
            computeLoss: async () => (await trainer.forwardBackward({ data, loss })).loss,
          }),
        ).toEqual([]);
      });
    }
  }

  it("of rl's group losses, handed over as advantages, agree with finite differences", async () => {
    const data = createSmallData([5, 9, 7, 4]).map(({ inputTokens, targetTokens }) => ({ inputTokens, targetTokens }));
    const behaviourLogprobs_G_T = createSmallData([5, 9, 7, 4]).map(({ behaviourLogprobs_T }) =>
      Array.from(behaviourLogprobs_T ?? []),
    );
    const compute = {
      grpo: (logprobs_G_T: readonly (readonly number[])[]) =>
        computeGrpoLoss({ logprobs_G_T, behaviourLogprobs_G_T, finalRewards_G: [1, 0, 0.3, 1], epsilon: 0.2 }),
      correction: (logprobs_G_T: readonly (readonly number[])[]) =>
        computeCorrectionLoss({
          correctionLogprobs_G_T: logprobs_G_T,
          behaviourLogprobs_G_T,
          stageRewards_G: [1, 0, 1, 0],
          finalRewards_G: [1, 0, 0.3, 1],
          epsilon: 0.2,
          correctionEpsilon: 0.1,
        }),
    };
    for (const computeLoss of Object.values(compute)) {
      const weights = createSmallWeights();
      const trainer = new Trainer({ runtime, weights });
      const { loss } = await forwardBackwardCustom(trainer, { data, computeLoss });
      const evaluate = async (): Promise<number> => computeLoss(await trainer.score(data)).loss;
      expect(loss).toBeCloseTo(await evaluate(), 9);
      expect(await findWrongGradients({ weights, gradients: trainer.gradients, computeLoss: evaluate })).toEqual([]);
    }
  });

  it("add up over calls, and over batches of any shape, to those of all texts at once", async () => {
    const data = createSmallData([5, 9, 30, 17, 2, 9]);
    const weights = createSmallWeights();
    const whole = new Trainer({ runtime, weights });
    const parts = new Trainer({ runtime, weights, tokensPerBatch: 16 });
    const loss = losses[0] as TokenLossSpec;
    const { loss: total, outputs } = await whole.forwardBackward({ data, loss });
    const first = await parts.forwardBackward({ data: data.slice(0, 2), loss });
    const second = await parts.forwardBackward({ data: data.slice(2), loss });
    expect(first.loss + second.loss).toBeCloseTo(total, 3);
    expect(outputs.map(({ logprobs_T }) => logprobs_T.length)).toEqual([5, 9, 30, 17, 2, 9]);
    for (const [name, gradient] of whole.gradients) {
      expect(computeRelativeDifference(parts.gradients.get(name), gradient)).toBeLessThan(oracleTolerance);
    }
  });

  it("are the same bit for bit in another run", async () => {
    const data = createSmallData([5, 9, 30]);
    const run = async (): Promise<ReadonlyMap<string, Float32Array>> => {
      const trainer = new Trainer({ runtime, weights: createSmallWeights() });
      await trainer.forwardBackward({ data, loss: losses[2] as TokenLossSpec });
      return trainer.gradients;
    };
    expect(await run()).toEqual(await run());
  });

  it("mean what rl says: losses and clipped tokens are those of its definition", async () => {
    const data = createSmallData([5, 9]);
    const trainer = new Trainer({ runtime, weights: createSmallWeights() });
    for (const loss of losses) {
      const learnt = await trainer.forwardBackward({ data, loss });
      const computed = await trainer.forward({ data, loss });
      expect(learnt.loss).toBeCloseTo(computed.loss, 4);
      expect(learnt.clippedTokenCount).toBe(computed.clippedTokenCount);
      expect(learnt.tokenCount).toBe(
        data.flatMap(({ weights_T = [] }) => Array.from(weights_T).filter(Boolean)).length,
      );
    }
  });

  it("are refused for data that the model cannot take, and then nothing is added", async () => {
    const trainer = new Trainer({ runtime, weights: createSmallWeights() });
    const good: TrainingDatum = { inputTokens: [1, 2], targetTokens: [2, 3] };
    const learn = async (datum: TrainingDatum, loss = losses[0] as TokenLossSpec): Promise<unknown> =>
      trainer.forwardBackward({ data: [good, datum], loss });
    const refused = { code: "TRAINING_DATUM_INVALID" };
    await expect(learn({ inputTokens: [1, 27], targetTokens: [1, 1] })).rejects.toMatchObject(refused);
    await expect(learn({ inputTokens: [1, 2], targetTokens: [1] })).rejects.toMatchObject(refused);
    await expect(learn({ inputTokens: [], targetTokens: [] })).rejects.toMatchObject(refused);
    await expect(learn({ ...good, weights_T: [1, Number.NaN] })).rejects.toMatchObject(refused);
    await expect(learn(good, losses[1])).rejects.toMatchObject(refused);
    const tooFar = { ...good, advantages_T: [1, 1], behaviourLogprobs_T: [-500, -500] };
    await expect(trainer.forwardBackward({ data: [tooFar], loss: losses[1] as TokenLossSpec })).rejects.toMatchObject({
      code: "TRAINING_LOSS_NOT_FINITE",
    });
    expect(trainer.gradients.size).toBe(0);
    expect(() => trainer.optimStep({ learningRate: 1e-3 })).toThrow(/call forwardBackward first/);
  });
});

function computeRelativeDifference(actual: ArrayLike<number> | undefined, expected: ArrayLike<number>): number {
  let difference = 0;
  let size = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference += ((actual?.[index] ?? Number.NaN) - (expected[index] as number)) ** 2;
    size += (expected[index] as number) ** 2;
  }
  return Math.sqrt(difference / size);
}

/** Parameters whose derivative along their own gradient, where it is largest, is not the gradient's norm. */
async function findWrongGradients(options: {
  readonly weights: TinyWeights;
  readonly gradients: ReadonlyMap<string, Float32Array>;
  readonly computeLoss: () => Promise<number>;
}): Promise<readonly string[]> {
  const wrong: string[] = [];
  const gradients = new Map([...options.gradients].map(([name, values]) => [name, Float64Array.from(values)]));
  for (const [name, values] of options.weights.trained) {
    const gradient = gradients.get(name) as Float64Array;
    const norm = Math.hypot(...gradient);
    const start = Float32Array.from(values);
    const evaluateAt = async (distance: number): Promise<number> => {
      for (const index of values.keys()) {
        values[index] = (start[index] as number) + (distance * (gradient[index] as number)) / norm;
      }
      return options.computeLoss();
    };
    const slope = ((await evaluateAt(differenceStep)) - (await evaluateAt(-differenceStep))) / (2 * differenceStep);
    values.set(start);
    const error = Math.abs(slope - norm) / Math.max(1, norm);
    if (!(error < differenceTolerance)) wrong.push(`${name}: ${slope} by differences, ${norm} by the graph`);
  }
  return wrong;
}
