import { applyTable, type LevelFeatures, type LevelTable } from "../../src/solve/index.ts";

/** A problem with its label. */
export interface LabelledFeatures {
  readonly features: LevelFeatures;
  /** 1 to 5. */
  readonly level: number;
}

const levelCount = 5;

/** Multinomial logistic regression by gradient descent with a ridge; the same rows give the same table. */
export function fitTable(
  rows: readonly LabelledFeatures[],
  options: { readonly source: string; readonly ridge: number; readonly stepCount: number },
): LevelTable {
  const names = Object.keys(rows[0]?.features ?? {});
  const columns = names.map((name) => {
    const values = rows.map(({ features }) => features[name] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const scale = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
    return { name, mean, scale, values: values.map((value) => (value - mean) / scale) };
  });
  const width = columns.length + 1;
  const inputs = rows.map((_, r) => [1, ...columns.map(({ values }) => values[r] ?? 0)]);
  const weights = new Float64Array(levelCount * width);
  const velocity = new Float64Array(weights.length);
  for (let step = 0; step < options.stepCount; step += 1) {
    const gradient = computeGradient(weights, { inputs, rows, width });
    for (const [i, slope] of gradient.entries()) {
      const pull = i % width === 0 ? 0 : options.ridge * (weights[i] ?? 0);
      velocity[i] = 0.9 * (velocity[i] ?? 0) - 0.1 * (slope + pull);
      weights[i] = (weights[i] ?? 0) + (velocity[i] ?? 0);
    }
  }
  const weightsOf = (column: number): number[] =>
    Array.from({ length: levelCount }, (_, l) => round(weights[l * width + column] ?? 0));
  return {
    source: options.source,
    features: columns.map(({ name, mean, scale }, f) => ({
      name,
      mean: round(mean),
      scale: round(scale),
      weights_L: weightsOf(f + 1),
    })),
    biases_L: weightsOf(0),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function computeGradient(
  weights: Float64Array,
  data: {
    readonly inputs: readonly (readonly number[])[];
    readonly rows: readonly LabelledFeatures[];
    readonly width: number;
  },
): Float64Array {
  const { inputs, rows, width } = data;
  const gradient = new Float64Array(weights.length);
  const scores = new Float64Array(levelCount);
  for (const [r, input] of inputs.entries()) {
    let total = 0;
    for (let l = 0; l < levelCount; l += 1) {
      let score = 0;
      for (let f = 0; f < width; f += 1) score += (weights[l * width + f] ?? 0) * (input[f] ?? 0);
      scores[l] = Math.exp(score);
      total += scores[l] ?? 0;
    }
    for (let l = 0; l < levelCount; l += 1) {
      const error = (scores[l] ?? 0) / total - (rows[r]?.level === l + 1 ? 1 : 0);
      for (let f = 0; f < width; f += 1) {
        const at = l * width + f;
        gradient[at] = (gradient[at] ?? 0) + (error * (input[f] ?? 0)) / rows.length;
      }
    }
  }
  return gradient;
}

/** How well probabilities and labels agree on rows that the fit has not seen. */
export function measureTable(table: LevelTable, rows: readonly LabelledFeatures[]) {
  const estimates = rows.map(({ features, level }) => {
    const { probabilities_L, level: guess } = applyTable(table, features);
    return { level, guess, probabilities_L };
  });
  const pairs = estimates.flatMap(({ level, probabilities_L }) =>
    probabilities_L.map((confidence, l) => ({ confidence, isRight: level === l + 1 })),
  );
  const tops = estimates.map(({ level, guess, probabilities_L }) => ({
    confidence: Math.max(...probabilities_L),
    isRight: level === guess,
  }));
  const share = (count: number): number => Number((count / rows.length).toFixed(3));
  return {
    rows: rows.length,
    right: share(estimates.filter(({ level, guess }) => level === guess).length),
    withinOne: share(estimates.filter(({ level, guess }) => Math.abs(level - guess) <= 1).length),
    /** Of the likeliest level. */
    eceTop: computeEce(tops),
    /** Of any level that somebody names, as a model's rating does. */
    eceAny: computeEce(pairs),
    reliability: listBins(pairs),
  };
}

interface Outcome {
  readonly confidence: number;
  readonly isRight: boolean;
}

const binCount = 10;

/** Expected calibration error over ten bins of equal width. */
function computeEce(outcomes: readonly Outcome[]): number {
  const gaps = listBins(outcomes).map(({ count, confidence, right }) => count * Math.abs(confidence - right));
  return Number((gaps.reduce((sum, gap) => sum + gap, 0) / outcomes.length).toFixed(4));
}

/** Mean confidence and share that was right, by bin. */
function listBins(outcomes: readonly Outcome[]) {
  return Array.from({ length: binCount }, (_, bin) => {
    const inside = outcomes.filter(
      ({ confidence }) => Math.min(binCount - 1, Math.floor(confidence * binCount)) === bin,
    );
    const mean = (sum: number): number => (inside.length === 0 ? 0 : Number((sum / inside.length).toFixed(3)));
    return {
      from: bin / binCount,
      count: inside.length,
      confidence: mean(inside.reduce((sum, { confidence }) => sum + confidence, 0)),
      right: mean(inside.filter(({ isRight }) => isRight).length),
    };
  }).filter(({ count }) => count > 0);
}
