import type { Policy } from "../../src/policy/index.ts";

/** A policy that must answer whatever it can be asked: a run whose policy is gone would look like one that fails. */
export function requireAnswers(policy: Policy): Policy {
  return {
    info: policy.info,
    async sample(request, call) {
      const outcome = await policy.sample(request, call);
      if (outcome.kind === "failure" && outcome.reason !== "rejected") throw new Error(outcome.message);
      return outcome;
    },
  };
}
