import { AppError } from "../std/index.ts";
import type { Budget } from "./budget.ts";
import type { Policy } from "./contract.ts";
import { computeWorstCaseUsage, noUsage, toPricedUsage } from "./usage.ts";

/**
 * A policy that never starts a call whose worst case the budget does not cover: such a call fails as `over-budget`.
 * Real usage is charged when the call ends; a call that throws (cancelled in flight) is charged its worst case, since
 * nobody learns what it used. A sample that the backend had to repeat may exceed its reservation by the usage of the
 * lost attempts; the next call sees that.
 *
 * @throws AppError PRICE_UNKNOWN when money is limited and the policy's prices are not known.
 */
export function withBudget(policy: Policy, budget: Budget): Policy {
  const { prices } = policy.info;
  if (budget.limits.maxCostUsd !== undefined && prices === undefined) {
    throw new AppError({
      code: "PRICE_UNKNOWN",
      message:
        `a limit of $${budget.limits.maxCostUsd} was set, but what ${policy.info.name} costs is not known; ` +
        "give its prices (US dollars per million input and output tokens), or limit tokens instead",
      data: { policy: policy.info.name, maxCostUsd: budget.limits.maxCostUsd },
    });
  }
  return {
    info: policy.info,
    async sample(request, options) {
      const worstCase = computeWorstCaseUsage(request, prices);
      const reservation = await budget.reserve(worstCase, options);
      if (reservation.kind === "budget-shortfall") {
        return { kind: "failure", reason: "over-budget", message: reservation.message, usage: noUsage };
      }
      try {
        const outcome = await policy.sample(request, options);
        reservation.settle(toPricedUsage(outcome.usage, prices));
        return outcome;
      } finally {
        reservation.settle(worstCase);
      }
    },
  };
}
