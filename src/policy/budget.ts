import { AppError } from "../std/index.ts";
import type { Usage } from "./contract.ts";
import { untilAborted } from "./until-aborted.ts";

export interface BudgetLimits {
  /** Input and output tokens together. */
  readonly maxTokens?: number | undefined;
  readonly maxCostUsd?: number | undefined;
}

export interface BudgetState {
  readonly spentTokens: number;
  /** Undefined once a call's cost was not known. */
  readonly spentCostUsd: number | undefined;
  /** Held for calls in flight. */
  readonly reservedTokens: number;
  readonly reservedCostUsd: number;
  readonly refusedCalls: number;
}

/** A worst case that is held until the call's real usage is known. */
export interface Reservation {
  readonly kind: "reservation";
  /** Gives the reservation back and charges what was used. Only the first call counts. */
  settle(usage: Usage): void;
}

/** What a call would have needed and what was left. */
export interface BudgetShortfall {
  readonly kind: "budget-shortfall";
  readonly message: string;
}

/** The ledger of a run: what it may spend, has spent, and holds for calls in flight. */
export interface Budget {
  readonly limits: BudgetLimits;
  readonly state: BudgetState;
  /**
   * Holds a worst case. Refuses at once when it does not fit beside what is spent; when only reservations of calls in
   * flight stand in the way, waits for them to settle, first come first served.
   */
  reserve(
    worstCase: Usage,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Reservation | BudgetShortfall>;
  /** Charges usage that was not reserved, e.g. of an answer replayed from the journal. */
  charge(usage: Usage): void;
}

interface Waiter {
  readonly worstCase: Usage;
  readonly grant: (outcome: Reservation | BudgetShortfall) => void;
}

/**
 * Creates a ledger; without limits it only counts.
 *
 * @throws AppError BUDGET_INVALID for a limit that is not a number of 0 or more.
 */
export function createBudget(limits: BudgetLimits = {}): Budget {
  checkLimit("maxTokens", limits.maxTokens);
  checkLimit("maxCostUsd", limits.maxCostUsd);
  const spent = { tokens: 0, costUsd: 0, isCostKnown: true, refusedCalls: 0 };
  const held = new Set<Usage>();
  const waiters: Waiter[] = [];

  function readState(): BudgetState {
    return {
      spentTokens: spent.tokens,
      spentCostUsd: spent.isCostKnown ? spent.costUsd : undefined,
      reservedTokens: sum(held, totalTokens),
      reservedCostUsd: sum(held, (usage) => usage.costUsd ?? 0),
      refusedCalls: spent.refusedCalls,
    };
  }

  function charge(usage: Usage): void {
    spent.tokens += totalTokens(usage);
    spent.costUsd += usage.costUsd ?? 0;
    if (usage.costUsd === undefined && totalTokens(usage) > 0) spent.isCostKnown = false;
  }

  function hold(worstCase: Usage): Reservation {
    const entry = { ...worstCase };
    held.add(entry);
    return {
      kind: "reservation",
      settle(usage) {
        if (!held.delete(entry)) return;
        charge(usage);
        serveWaiters();
      },
    };
  }

  function decide(worstCase: Usage): Reservation | BudgetShortfall | undefined {
    const need = { tokens: totalTokens(worstCase), costUsd: worstCase.costUsd ?? 0 };
    const leftTokens = (limits.maxTokens ?? Infinity) - spent.tokens;
    const leftUsd = (limits.maxCostUsd ?? Infinity) - spent.costUsd;
    if (need.tokens > leftTokens || need.costUsd > leftUsd) {
      spent.refusedCalls += 1;
      return { kind: "budget-shortfall", message: describeShortfall(need, { leftTokens, leftUsd }, limits) };
    }
    const { reservedTokens, reservedCostUsd } = readState();
    const fits = need.tokens <= leftTokens - reservedTokens && need.costUsd <= leftUsd - reservedCostUsd;
    return fits ? hold(worstCase) : undefined;
  }

  function serveWaiters(): void {
    for (let first = waiters[0]; first !== undefined; first = waiters[0]) {
      const outcome = decide(first.worstCase);
      if (outcome === undefined) return;
      waiters.shift();
      first.grant(outcome);
    }
  }

  return {
    limits,
    get state() {
      return readState();
    },
    async reserve(worstCase, options = {}) {
      options.signal?.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<Reservation | BudgetShortfall>();
      const waiter: Waiter = { worstCase, grant: resolve };
      waiters.push(waiter);
      serveWaiters();
      try {
        return await untilAborted(promise, options.signal);
      } catch (reason) {
        const position = waiters.indexOf(waiter);
        if (position >= 0) waiters.splice(position, 1);
        else void promise.then((outcome) => outcome.kind === "reservation" && outcome.settle(nothing));
        serveWaiters();
        throw reason;
      }
    },
    charge(usage) {
      charge(usage);
      serveWaiters();
    },
  };
}

const nothing: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

function totalTokens(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens;
}

function sum(usages: Iterable<Usage>, measure: (usage: Usage) => number): number {
  let total = 0;
  for (const usage of usages) total += measure(usage);
  return total;
}

function describeShortfall(
  need: { readonly tokens: number; readonly costUsd: number },
  left: { readonly leftTokens: number; readonly leftUsd: number },
  limits: BudgetLimits,
): string {
  if (need.tokens > left.leftTokens) {
    return `the token budget does not cover this call: it may use up to ${need.tokens} tokens, and ${Math.max(0, left.leftTokens)} of ${limits.maxTokens} are left; raise the token limit or lower the tokens per answer`;
  }
  return `the money budget does not cover this call: it may cost up to $${need.costUsd.toFixed(4)}, and $${Math.max(0, left.leftUsd).toFixed(4)} of $${limits.maxCostUsd} are left; raise the cost limit or lower the tokens per answer`;
}

function checkLimit(field: keyof BudgetLimits, limit: number | undefined): void {
  if (limit === undefined || limit >= 0) return;
  throw new AppError({
    code: "BUDGET_INVALID",
    message: `${field}: expected a number of 0 or more, got ${limit}; leave it out for no limit`,
    data: { field, limit: String(limit) },
  });
}
