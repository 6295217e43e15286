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
  readonly byRole: Readonly<Record<string, RoleUsage>>;
}

/** What one role has used. */
export interface RoleUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Undefined once a call's price was not known. */
  readonly costUsd?: number | undefined;
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
  const byRole: Record<string, RoleUsage> = {};
  let costUsd: number | undefined = 0;

  function account(role: string, outcome: SampleOutcome): void {
    const { usage } = outcome;
    totals.calls += 1;
    totals.inputTokens += usage.inputTokens;
    totals.outputTokens += usage.outputTokens;
    if (outcome.kind === "failure") totals.failedCalls += 1;
    const isFree = usage.inputTokens + usage.outputTokens === 0;
    const cost = usage.costUsd ?? (isFree ? 0 : undefined);
    costUsd = addCosts(costUsd, cost);
    const before = byRole[role] ?? { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
    byRole[role] = {
      calls: before.calls + 1,
      inputTokens: before.inputTokens + usage.inputTokens,
      outputTokens: before.outputTokens + usage.outputTokens,
      costUsd: addCosts(before.costUsd, cost),
    };
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

function addCosts(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
