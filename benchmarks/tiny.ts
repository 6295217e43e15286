import { measureJudging } from "./tiny/judge-figure.ts";
import { loadTiny, type ModelConfig, type TokenSampleRequest, type TrainablePolicy } from "../src/policy/index.ts";

type Shape = Omit<ModelConfig, "vocabularySize">;

const vocabularySize = 512;

const shapes: Readonly<Record<"1M" | "5M", Shape>> = {
  "1M": { contextLength: 256, width: 128, layerCount: 4, headCount: 2, mlpWidth: 512 },
  "5M": { contextLength: 256, width: 256, layerCount: 6, headCount: 4, mlpWidth: 1024 },
};

/** Texts of one step: 8 of 256 tokens. */
const textCount = 8;
const productSizes = [
  { rows: 2048, inner: 128, columns: 512 },
  { rows: 2048, inner: 256, columns: 1024 },
  { rows: 1024, inner: 1024, columns: 1024 },
];
const roundCount = 9;
/** In one round, so that the product's data has left the caches. */
const stepCount = 4;

/**
 * Operations of a whole training step (forward, backward, AdamW; data in, numbers out) per CPU-second over those of the
 * runtime's best bare matrix product, in turns; tokens sampled per CPU-second, prompts read included; and what judging
 * a step's rollouts costs.
 */
export async function run(): Promise<Readonly<Record<string, unknown>>> {
  const products = await createProducts();
  const small = await measureTraining("1M", products);
  const large = await measureTraining("5M", products);
  const sampling = await measureSampling();
  const judging = await measureJudging();
  return {
    name: "tiny",
    trainShare: { "1M": small.share, "5M": large.share },
    goal: { trainShare: 0.65, sampleTokensPerCpuSecond: 8000, judgeMsPerProgram: 60 },
    trainTokensPerCpuSecond: { "1M": small.tokensPerCpuSecond, "5M": large.tokensPerCpuSecond },
    productGflopsPerCpuSecond: Math.max(small.productGflops, large.productGflops),
    parameterCount: { "1M": small.parameterCount, "5M": large.parameterCount },
    ...sampling,
    ...judging,
    roundCount,
  };
}

/** Best operations per CPU-second over some sizes of a bare product. */
async function createProducts(): Promise<() => Promise<number>> {
  const { createMatrixProduct } = await loadTiny();
  const products = await Promise.all(
    productSizes.map(async (size) => ({ multiply: await createMatrixProduct(size), ...size })),
  );
  return async () => {
    const rates: number[] = [];
    for (const { multiply, rows, inner, columns } of products) {
      const count = Math.ceil(2e9 / (rows * inner * columns));
      const seconds = await measureCpuSeconds(async () => {
        for (let repeat = 0; repeat < count; repeat += 1) await multiply();
      });
      rates.push((2 * rows * inner * columns * count) / seconds);
    }
    return Math.max(...rates);
  };
}

async function measureTraining(
  name: "1M" | "5M",
  measureProducts: () => Promise<number>,
): Promise<{
  readonly share: number;
  readonly tokensPerCpuSecond: number;
  readonly productGflops: number;
  readonly parameterCount: number;
}> {
  const { computeTrainingFlopsPerToken, countParameters } = await loadTiny();
  const config = { ...shapes[name], vocabularySize };
  await using policy = await createPolicy(shapes[name]);
  const time = config.contextLength;
  const data = Array.from({ length: textCount }, (_, text) => ({
    inputTokens: Array.from({ length: time }, (__, t) => (t * 7919 + text * 104_729) % vocabularySize),
    targetTokens: Array.from({ length: time }, (__, t) => ((t + 1) * 7919 + text * 104_729) % vocabularySize),
  }));
  const rounds: { readonly share: number; readonly rate: number; readonly product: number }[] = [];
  for (let round = 0; round <= roundCount; round += 1) {
    const product = await measureProducts();
    const seconds = await measureCpuSeconds(async () => {
      for (let step = 0; step < stepCount; step += 1) {
        await policy.forwardBackward({ data, loss: { kind: "cross-entropy" } });
        await policy.optimStep({ learningRate: 1e-4 });
      }
    });
    const rate = (stepCount * textCount * time) / seconds;
    const share = (rate * computeTrainingFlopsPerToken(config, time)) / product;
    if (round > 0) rounds.push({ share, rate, product });
    console.log(`${name} round ${round}: ${rate.toFixed(0)} tokens per CPU-second, ${share.toFixed(3)} of the product`);
  }
  return {
    share: Number(computeMedian(rounds.map(({ share }) => share)).toFixed(3)),
    tokensPerCpuSecond: Math.round(computeMedian(rounds.map(({ rate }) => rate))),
    productGflops: Math.round(computeMedian(rounds.map(({ product }) => product)) / 1e9),
    parameterCount: countParameters(config),
  };
}

async function measureSampling(): Promise<Readonly<Record<string, number>>> {
  await using policy = await createPolicy(shapes["1M"]);
  const rates: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    let tokenCount = 0;
    const seconds = await measureCpuSeconds(async () => {
      const samples = await policy.sampleTokens(createRequests(32));
      tokenCount = samples.reduce((sum, { tokens }) => sum + tokens.length, 0);
    });
    if (round > 0) rates.push(tokenCount / seconds);
    console.log(`sampling round ${round}: ${(tokenCount / seconds).toFixed(0)} tokens per CPU-second`);
  }
  return { sampleTokensPerCpuSecond: Math.round(computeMedian(rates)) };
}

/** Prompts of 32 tokens, all different, continued to the end of the context. */
function createRequests(count: number): readonly TokenSampleRequest[] {
  return Array.from({ length: count }, (_, row) => ({
    promptTokens: Array.from({ length: 32 }, (__, t) => (row * 31 + t * 17) % vocabularySize),
    maxTokens: 224,
    temperature: 1,
    seed: row,
    stopTokens: [],
  }));
}

async function createPolicy(config: Shape): Promise<TrainablePolicy> {
  const { createTinyEngine } = await loadTiny();
  const vocabulary = Array.from({ length: vocabularySize }, (_, token) => `<${token}>`);
  const tokenizer = { kind: "longest-match", vocabulary, specialTokens: [0], endToken: 0 } as const;
  return createTinyEngine({
    source: { kind: "new", config, tokenizer: { ...tokenizer, specialTokens: [0] }, seed: "benchmark" },
    maxRows: 32,
  });
}

async function measureCpuSeconds(action: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
