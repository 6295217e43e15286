import { z } from "zod";
import { loraConfigSchema, modelConfigSchema } from "../model/model-config.ts";

/** What a checkpoint says of itself. */
export const manifestSchema = z.strictObject({
  format: z.literal("grandsmith-tiny"),
  formatVersion: z.literal(1),
  /** Of the package that wrote it. */
  codeVersion: z.string(),
  config: modelConfigSchema,
  lora: loraConfigSchema.optional(),
  /** What the start values were drawn from. */
  seed: z.string(),
  /** Optimiser steps since the start values, over all stages of training. */
  version: z.int().min(0),
  /** Steps of the optimiser state, where it is there. */
  optimizerSteps: z.int().min(0).optional(),
  /** What the weights were trained on, as the trainer told it. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  parameterCount: z.int(),
  weightsDigest: z.string(),
  optimizerDigest: z.string().optional(),
  tokenizerDigest: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;
