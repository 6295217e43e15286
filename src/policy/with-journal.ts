import type { Journal } from "../journal/index.ts";
import type { Budget } from "./budget.ts";
import type { Completion, Policy, SampleFailure, SampleOutcome, SampleRequest } from "./contract.ts";
import { computeRequestDigest } from "./request-digest.ts";
import { untilAborted } from "./until-aborted.ts";
import { toPricedUsage } from "./usage.ts";

export interface WithJournalOptions {
  readonly journal: Journal;
  /** Charged for answers that are replayed, so that a resumed run has spent what it had spent. */
  readonly budget?: Budget | undefined;
}

/**
 * A policy whose completions are journaled as `model-call` effects, keyed by policy name and request digest: a call
 * whose answer had arrived is never repeated. Failures are returned and not cached. Goes outside every other wrapper,
 * so that a replayed answer takes no budget twice, no slot and no new recording.
 */
export function withJournal(policy: Policy, options: WithJournalOptions): Policy {
  const { journal, budget } = options;
  const accounted = new Set<string>();

  async function ask(request: SampleRequest, signal: AbortSignal | undefined): Promise<SampleOutcome> {
    const digest = computeRequestDigest(request);
    const { role, round, index } = request.address;
    const { outcome, source } = await journal.effect<Completion>(
      {
        kind: "model-call",
        label: `${role} sample ${index} of round ${round}`,
        input: { policy: policy.info.name, request: digest },
      },
      async () => {
        const sampled = await sampleOrThrow(policy, request, signal);
        accounted.add(digest);
        return sampled;
      },
    );
    if (source === "replayed" && !accounted.has(digest)) {
      accounted.add(digest);
      budget?.charge(toPricedUsage(outcome.usage, policy.info.prices));
    }
    return outcome;
  }

  return {
    info: policy.info,
    async sample(request, { signal } = {}) {
      for (;;) {
        signal?.throwIfAborted();
        try {
          return await untilAborted(ask(request, signal), signal);
        } catch (thrown) {
          if (thrown instanceof CarriedFailure) return thrown.failure;
          if (!(thrown instanceof CarriedCancellation)) throw thrown;
          if (signal === thrown.signal) throw thrown.signal.reason;
        }
      }
    },
  };
}

async function sampleOrThrow(
  policy: Policy,
  request: SampleRequest,
  signal: AbortSignal | undefined,
): Promise<Completion> {
  let outcome: SampleOutcome;
  try {
    outcome = await policy.sample(request, { signal });
  } catch (thrown) {
    throw signal?.aborted === true ? new CarriedCancellation(signal) : thrown;
  }
  if (outcome.kind === "failure") throw new CarriedFailure(outcome);
  return outcome;
}

/** Takes a failure through the journal, which caches what is returned and notes what is thrown. */
class CarriedFailure extends Error {
  readonly failure: SampleFailure;

  constructor(failure: SampleFailure) {
    super(`${failure.reason}: ${failure.message}`);
    this.name = "CarriedFailure";
    this.failure = failure;
  }
}

/** Says whose cancellation ended an effect, since equal effects in flight share one call: the others ask again. */
class CarriedCancellation extends Error {
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    super("cancelled", { cause: signal.reason });
    this.name = "CarriedCancellation";
    this.signal = signal;
  }
}
