import type {
  ForwardRequest,
  ForwardResult,
  OptimStepRequest,
  OptimStepResult,
  SampledTokens,
  SavedWeights,
  SaveRequest,
  ScoredTokens,
  ScoreRequest,
  TokenSampleRequest,
} from "../../trainable-contract.ts";
import type { TokenizerData } from "../checkpoint/tokenizer.ts";
import type { TinyOptions } from "../tiny-engine.ts";

/** What a worker process can be asked, by kind: the request, and the value that comes back. */
export interface TinyCalls {
  readonly open: { readonly request: TinyOptions; readonly value: OpenedWorker };
  readonly score: { readonly request: readonly ScoreRequest[]; readonly value: readonly ScoredTokens[] };
  readonly sample: { readonly request: readonly TokenSampleRequest[]; readonly value: readonly SampledTokens[] };
  readonly forward: { readonly request: ForwardRequest; readonly value: ForwardResult };
  readonly "forward-backward": { readonly request: ForwardRequest; readonly value: ForwardResult };
  readonly "optim-step": { readonly request: OptimStepRequest; readonly value: OptimStepResult };
  readonly save: { readonly request: SaveRequest; readonly value: SavedWeights };
  readonly load: {
    readonly request: { readonly directory: string; readonly withOptimizer?: boolean };
    readonly value: SavedWeights & OpenedWorker;
  };
}

export interface OpenedWorker {
  readonly tokenizer: TokenizerData;
  readonly version: number;
}

export type TinyCall = {
  readonly [K in keyof TinyCalls]: { readonly kind: K; readonly request: TinyCalls[K]["request"] };
}[keyof TinyCalls];

/** To the worker. Calls are answered one after another. */
export type WorkerRequest =
  | { readonly kind: "call"; readonly id: number; readonly call: TinyCall }
  | { readonly kind: "cancel"; readonly id: number };

/** From the worker: one for each call. */
export type WorkerReply =
  | { readonly kind: "call-answered"; readonly id: number; readonly value: unknown }
  | {
      readonly kind: "call-failed";
      readonly id: number;
      readonly error: { readonly code: string; readonly message: string; readonly isRetryable: boolean };
    };
