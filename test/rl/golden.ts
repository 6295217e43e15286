import { readFileSync } from "node:fs";

/** A group case: rows are members, the loss and its gradient are the reference values. */
export interface GoldenGroup {
  readonly logprobs: readonly (readonly number[])[];
  readonly behaviourLogprobs: readonly (readonly number[])[];
  readonly weights: readonly (readonly number[])[];
  readonly loss: number;
  readonly gradient: readonly (readonly number[])[];
  readonly epsilon: number;
  readonly reduction: "token-sum" | "token-mean";
  readonly normalization: { readonly deviation?: "sample"; readonly stabilizer?: number };
}

interface GoldenLoss {
  readonly loss: number;
  readonly gradient: readonly number[];
}

interface Golden {
  readonly how: string;
  readonly advantages: readonly {
    readonly rewards: readonly number[];
    readonly population: readonly number[];
    readonly sample: readonly number[];
    readonly sketch: readonly number[];
    readonly centred: readonly number[];
  }[];
  readonly immediate: readonly (GoldenGroup & { readonly rewards: readonly number[] })[];
  readonly grpo: readonly (GoldenGroup & { readonly rewards: readonly number[] })[];
  readonly correction: readonly (GoldenGroup & {
    readonly stageRewards: readonly number[];
    readonly finalRewards: readonly number[];
    readonly versions: readonly (readonly number[])[];
    readonly currentVersion: number;
  })[];
  readonly staleness: {
    readonly fullVersions: number;
    readonly maxVersions: number;
    readonly decayPerVersion: number;
    readonly points: readonly (readonly [number, number])[];
  };
  readonly tokenLoss: {
    readonly logprobs: readonly number[];
    readonly behaviourLogprobs: readonly number[];
    readonly advantages: readonly number[];
    readonly weights: readonly number[];
    readonly clipLowThreshold: number;
    readonly clipHighThreshold: number;
    readonly "cross-entropy": GoldenLoss;
    readonly "importance-sampling": GoldenLoss;
    readonly ppo: GoldenLoss;
  };
  readonly rank: readonly {
    readonly lambda: number;
    readonly weights: readonly number[];
    readonly rewards: readonly number[];
    readonly objective: number;
  }[];
  readonly rankGradient: {
    readonly theta: readonly number[];
    readonly rewards: readonly number[];
    readonly rolloutCount: number;
    readonly cases: readonly {
      readonly lambda: number;
      readonly value: number;
      readonly gradient: readonly number[];
    }[];
  };
  readonly hypothesis: readonly {
    readonly isCorrect: readonly boolean[];
    readonly with: readonly number[];
    readonly without: readonly number[];
    readonly alpha: number;
    readonly beta: number;
    readonly value: number;
  }[];
  readonly summary: {
    readonly future: readonly number[];
    readonly chunk: readonly number[];
    readonly alpha: number;
    readonly beta: number;
    readonly step: number;
    readonly answer: readonly number[];
    readonly chain: number;
  };
  readonly context: {
    readonly current: readonly (readonly number[])[];
    readonly initial: readonly (readonly number[])[];
    readonly x: readonly number[];
    readonly c: readonly number[];
    readonly y: readonly number[];
    readonly alpha: number;
    readonly beta: number;
    readonly value: number;
    readonly swapped: number;
  };
  readonly lengthPenalty: readonly {
    readonly length: number;
    readonly level: number;
    readonly base: number;
    readonly growth: number;
    readonly value: number;
  }[];
  readonly weightedScore: readonly { readonly solved: readonly number[]; readonly value: number }[];
  readonly passAtK: readonly {
    readonly n: number;
    readonly c: number;
    readonly k: number;
    readonly value: number;
  }[];
}

/** Reference values from an independent calculation; `how` says which. Read by tests only. */
export const golden = JSON.parse(readFileSync(new URL("golden.json", import.meta.url), "utf8")) as Golden;
