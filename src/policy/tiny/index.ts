export { readCheckpoint, type Checkpoint } from "./checkpoint/checkpoint.ts";
export type { Manifest } from "./checkpoint/manifest.ts";
export { createTokenizer, type TokenizerData } from "./checkpoint/tokenizer.ts";
export { createMatrixProduct } from "./create-matrix-product.ts";
export { createTinyPolicy, type TinyPolicyOptions } from "./create-tiny-policy.ts";
export {
  computeTrainingFlopsPerToken,
  countParameters,
  type LoraConfig,
  type ModelConfig,
} from "./model/model-config.ts";
export { createTinyEngine, type TinyOptions } from "./tiny-engine.ts";
export { startTinyWorker, type TinyWorker } from "./worker/start-tiny-worker.ts";
