import type { CallOptions, SamplingPolicy, TrainablePolicy } from "../../policy/index.ts";
import { surviveWorkerDeath } from "../run/survive-worker-death.ts";

/** A sampler that several users share, each under weights of its choice. */
export interface SamplerDesk {
  /**
   * Runs `action` with the weights of a checkpoint, after those who asked before. Where the sampler's process dies,
   * its answers are lost and the action is done again.
   */
  use<T>(checkpoint: string, action: (policy: SamplingPolicy) => Promise<T>): Promise<T>;
}

export function createSamplerDesk(
  sampler: TrainablePolicy,
  options: CallOptions & { readonly onDeath: (message: string) => void },
): SamplerDesk {
  let loaded: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async use(checkpoint, action) {
      const result = last.then(async () =>
        surviveWorkerDeath(
          async () => {
            options.signal?.throwIfAborted();
            if (loaded !== checkpoint) {
              loaded = undefined;
              await sampler.load({ directory: checkpoint, withOptimizer: false }, options);
              loaded = checkpoint;
            }
            return action(sampler);
          },
          async ({ message }) => {
            loaded = undefined;
            options.onDeath(message);
          },
        ),
      );
      last = result.catch(() => undefined);
      return result;
    },
  };
}
