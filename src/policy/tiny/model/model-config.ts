import { z } from "zod";

/** The shape of a decoder-only transformer: rotary positions, RMS norms, squared ReLU, an output matrix of its own. */
export const modelConfigSchema = z
  .strictObject({
    vocabularySize: z.int().min(2).max(65_536),
    /** Tokens that one text may have. */
    contextLength: z.int().min(8).max(4096),
    width: z.int().min(8).max(4096),
    layerCount: z.int().min(1).max(64),
    headCount: z.int().min(1).max(64),
    /** Width inside each layer's MLP. */
    mlpWidth: z.int().min(8).max(16_384),
  })
  .refine(({ width, headCount }) => width % headCount === 0 && (width / headCount) % 2 === 0, {
    message: "width must be a multiple of headCount, and width/headCount even",
  });

export type ModelConfig = z.infer<typeof modelConfigSchema>;

/** Which matrices get an adapter, and of what rank. */
export const loraConfigSchema = z.strictObject({
  rank: z.int().min(1).max(256),
  /** The adapter counts alpha/rank; default 2·rank. */
  alpha: z.number().positive().optional(),
  trainAttention: z.boolean().default(true),
  trainMlp: z.boolean().default(true),
  trainUnembed: z.boolean().default(false),
});

export type LoraConfig = z.infer<typeof loraConfigSchema>;

export interface ParameterSpec {
  readonly name: string;
  readonly shape: readonly [rows: number, columns: number];
  /** Standard deviation of the start values. */
  readonly deviation: number;
}

/** All parameters in order; names are those in the checkpoint. */
export function listParameters(config: ModelConfig): readonly ParameterSpec[] {
  const { vocabularySize, width, layerCount, mlpWidth } = config;
  const inner = 1 / Math.sqrt(width);
  const outer = inner / Math.sqrt(2 * layerCount);
  const layers = Array.from({ length: layerCount }, (_, layer): ParameterSpec[] => [
    { name: `layers.${layer}.attention.query`, shape: [width, width], deviation: inner },
    { name: `layers.${layer}.attention.key`, shape: [width, width], deviation: inner },
    { name: `layers.${layer}.attention.value`, shape: [width, width], deviation: inner },
    { name: `layers.${layer}.attention.output`, shape: [width, width], deviation: outer },
    { name: `layers.${layer}.mlp.up`, shape: [width, mlpWidth], deviation: inner },
    { name: `layers.${layer}.mlp.down`, shape: [mlpWidth, width], deviation: outer * Math.sqrt(width / mlpWidth) },
  ]);
  return [
    { name: "embedding", shape: [vocabularySize, width], deviation: 0.05 },
    ...layers.flat(),
    { name: "unembedding", shape: [width, vocabularySize], deviation: inner / 2 },
  ];
}

/** The adapter's two matrices for each adapted parameter: `x·w` becomes `x·w + alpha/rank·(x·down)·up`. */
export function listLoraParameters(config: ModelConfig, lora: LoraConfig): readonly ParameterSpec[] {
  return listParameters(config)
    .filter(({ name }) => isAdapted(name, lora))
    .flatMap(({ name, shape: [rows, columns] }) => [
      { name: `${name}.lora.down`, shape: [rows, lora.rank] as const, deviation: 1 / Math.sqrt(rows) },
      { name: `${name}.lora.up`, shape: [lora.rank, columns] as const, deviation: 0 },
    ]);
}

/** How much the adapter counts. */
export function computeLoraScale({ rank, alpha = 2 * rank }: LoraConfig): number {
  return alpha / rank;
}

function isAdapted(name: string, lora: LoraConfig): boolean {
  if (name.includes(".attention.")) return lora.trainAttention;
  if (name.includes(".mlp.")) return lora.trainMlp;
  return name === "unembedding" && lora.trainUnembed;
}

/** All numbers of the model without adapters. */
export function countParameters(config: ModelConfig): number {
  return listParameters(config).reduce((sum, { shape: [rows, columns] }) => sum + rows * columns, 0);
}

/**
 * Floating-point operations of the matrix products that one training step does for one token, forward and backward of
 * all parameters: 6 for each number of a matrix, and 12·width·time a layer for attention, whose masked half is computed.
 */
export function computeTrainingFlopsPerToken(config: ModelConfig, time: number): number {
  const { vocabularySize, width, layerCount } = config;
  const multiplied = countParameters(config) - vocabularySize * width;
  return 6 * multiplied + 12 * layerCount * width * time;
}
