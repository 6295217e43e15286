import pLimit from "p-limit";
import { AppError } from "../std/index.ts";
import type { Policy } from "./contract.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * A policy with at most `limit` samples in flight; the others wait in order.
 *
 * @throws AppError CONCURRENCY_INVALID unless `limit` is an integer of 1 or more.
 */
export function withConcurrency(policy: Policy, limit: number): Policy {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new AppError({
      code: "CONCURRENCY_INVALID",
      message: `expected how many model calls may run at once, an integer of 1 or more, got ${limit}`,
    });
  }
  const schedule = pLimit(limit);
  return {
    info: policy.info,
    async sample(request, options) {
      const signal = options?.signal;
      signal?.throwIfAborted();
      const work = schedule(async () => {
        signal?.throwIfAborted();
        return policy.sample(request, options);
      });
      return untilAborted(work, signal);
    },
  };
}
