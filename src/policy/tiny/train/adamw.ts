import { AppError } from "../../../std/index.ts";
import type { OptimStepRequest } from "../../trainable-contract.ts";

/** First and second moments of every trained parameter, and how many steps made them. */
export interface AdamState {
  stepCount: number;
  readonly firstMoments: ReadonlyMap<string, Float32Array>;
  readonly secondMoments: ReadonlyMap<string, Float32Array>;
}

export function createAdamState(parameters: ReadonlyMap<string, Float32Array>): AdamState {
  const zeros = (): ReadonlyMap<string, Float32Array> =>
    new Map([...parameters].map(([name, values]) => [name, new Float32Array(values.length)]));
  return { stepCount: 0, firstMoments: zeros(), secondMoments: zeros() };
}

/**
 * One step of AdamW in place (Loshchilov and Hutter: decay apart from the gradient), with bias correction.
 *
 * @returns the gradient's norm before clipping
 * @throws AppError TRAINING_GRADIENT_NOT_FINITE, before anything is changed
 */
export function stepAdamw(options: {
  readonly parameters: ReadonlyMap<string, Float32Array>;
  readonly gradients: ReadonlyMap<string, Float32Array>;
  readonly state: AdamState;
  readonly request: OptimStepRequest;
}): number {
  const { parameters, gradients, state, request } = options;
  const gradNorm = computeNorm(gradients);
  if (!Number.isFinite(gradNorm)) {
    throw new AppError({
      code: "TRAINING_GRADIENT_NOT_FINITE",
      message: `the gradient must be finite, its norm is ${gradNorm}; it was dropped and the weights are unchanged: lower the learning rate or go back to a checkpoint`,
    });
  }
  const { gradClipNorm = 0, beta1 = 0.9, beta2 = 0.95 } = request;
  const gradScale = gradClipNorm > 0 && gradNorm > gradClipNorm ? gradClipNorm / gradNorm : 1;
  state.stepCount += 1;
  const settings: StepSettings = {
    beta1,
    beta2,
    epsilon: request.epsilon ?? 1e-12,
    gradScale,
    rate: request.learningRate / (1 - beta1 ** state.stepCount),
    secondScale: 1 / (1 - beta2 ** state.stepCount),
    decay: 1 - request.learningRate * (request.weightDecay ?? 0),
  };
  for (const [name, values] of parameters) {
    const gradient = gradients.get(name);
    const first = state.firstMoments.get(name);
    const second = state.secondMoments.get(name);
    if (gradient === undefined || first === undefined || second === undefined) continue;
    stepArray({ values, gradient, first, second }, settings);
  }
  return gradNorm;
}

interface StepSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly gradScale: number;
  readonly rate: number;
  readonly secondScale: number;
  readonly decay: number;
}

function stepArray(
  arrays: Readonly<Record<"values" | "gradient" | "first" | "second", Float32Array>>,
  settings: StepSettings,
): void {
  const { values, gradient, first, second } = arrays;
  const { beta1, beta2, epsilon, gradScale, rate, secondScale, decay } = settings;
  for (let index = 0; index < values.length; index += 1) {
    const slope = (gradient[index] as number) * gradScale;
    const m = beta1 * (first[index] as number) + (1 - beta1) * slope;
    const v = beta2 * (second[index] as number) + (1 - beta2) * slope * slope;
    first[index] = m;
    second[index] = v;
    values[index] = (values[index] as number) * decay - (rate * m) / (Math.sqrt(v * secondScale) + epsilon);
  }
}

function computeNorm(gradients: ReadonlyMap<string, Float32Array>): number {
  let sum = 0;
  for (const values of gradients.values()) {
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] as number;
      sum += value * value;
    }
  }
  return Math.sqrt(sum);
}
