import type { Journal } from "../journal/index.ts";
import type { Message, Policy, SampleOutcome } from "../policy/index.ts";
import { deriveSeed, toSeedInt } from "../std/index.ts";

export interface AskOptions {
  readonly role: string;
  readonly round: number;
  readonly index: number;
  readonly messages: readonly Message[];
  readonly temperature: number;
}

/** What the calls of a run have used so far. */
export interface SamplerUsage {
  readonly calls: number;
  readonly failedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number | undefined;
  readonly byRole: Readonly<Record<string, { readonly calls: number; readonly outputTokens: number }>>;
}

/** Asks the policy on behalf of the roles: derives the seed of each call, tells the journal's listeners, adds up usage. */
export interface Sampler {
  ask(options: AskOptions): Promise<SampleOutcome>;
  readUsage(): SamplerUsage;
}

export interface SamplerOptions {
  readonly policy: Policy;
  readonly journal: Journal;
  /** Run seed and problem digest, joined by the caller. */
  readonly seed: string;
  readonly maxTokens: number;
  readonly signal?: AbortSignal | undefined;
}

export function createSampler(options: SamplerOptions): Sampler {
  const { policy, journal, signal } = options;
  const totals = { calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0 };
  const byRole: Record<string, { calls: number; outputTokens: number }> = {};
  let costUsd: number | undefined = 0;

  function account(role: string, outcome: SampleOutcome): void {
    const { usage } = outcome;
    totals.calls += 1;
    totals.inputTokens += usage.inputTokens;
    totals.outputTokens += usage.outputTokens;
    if (outcome.kind === "failure") totals.failedCalls += 1;
    const roleTotals = (byRole[role] ??= { calls: 0, outputTokens: 0 });
    roleTotals.calls += 1;
    roleTotals.outputTokens += usage.outputTokens;
    const isFree = usage.inputTokens + usage.outputTokens === 0;
    const cost = usage.costUsd ?? (isFree ? 0 : undefined);
    costUsd = costUsd === undefined || cost === undefined ? undefined : costUsd + cost;
  }

  return {
    async ask({ role, round, index, messages, temperature }) {
      journal.event({ kind: "sample-requested", data: { role, round, index } });
      const seed = toSeedInt(deriveSeed(options.seed, role, round, index));
      const address = { role, round, index };
      const request = { address, messages, maxTokens: options.maxTokens, temperature, seed };
      const outcome = await policy.sample(request, { signal });
      account(role, outcome);
      const isFailure = outcome.kind === "failure";
      journal.event({
        kind: "sample-received",
        data: {
          ...address,
          ending: isFailure ? outcome.reason : outcome.stopReason,
          isFailure,
          message: isFailure ? outcome.message : undefined,
          inputTokens: outcome.usage.inputTokens,
          outputTokens: outcome.usage.outputTokens,
          costUsd: outcome.usage.costUsd,
        },
      });
      return outcome;
    },
    readUsage: () => ({ ...totals, costUsd, byRole: structuredClone(byRole) }),
  };
}
