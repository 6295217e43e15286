import { verdictLabels } from "../../problem/index.ts";
import type { HypothesisEvent, SearchEvent, SubmissionEvent } from "../../solve/index.ts";
import { formatCount, formatPlural } from "../text/format.ts";

/** Claims as lines of the live view. */
export function describeHypothesis(event: HypothesisEvent): string {
  switch (event.kind) {
    case "hypotheses-skipped":
      return `no claims: ${event.data.reason}`;
    case "hypothesis-checked": {
      const { id, version, status, reason, claim } = event.data;
      return `claim ${id}, version ${version + 1}: ${status}: ${reason}${claim === "" ? "" : `: ${claim}`}`;
    }
    case "hypothesis-settled":
      return `claim ${event.data.id} is ${event.data.status}: ${event.data.reason}`;
  }
}

/** Memory, weights and attempts as lines of the live view. */
export function describeSearch(event: SearchEvent | SubmissionEvent): string {
  switch (event.kind) {
    case "summary-folded": {
      const { about, textChars, chunkCount, stateChars, failedCount } = event.data;
      const failed = failedCount === 0 ? "" : `, ${failedCount} of them failed`;
      return `folded ${about}: ${formatCount(textChars)} characters in ${formatPlural(chunkCount, "part")}${failed} to ${formatCount(stateChars)}`;
    }
    case "summary-scored": {
      const { about, scorer, chain, steps } = event.data;
      return `summary of ${about} scored by ${scorer}: ${chain.toFixed(3)} nats a token in the end, ${steps.map((step) => step.toFixed(3)).join(", ")} by part`;
    }
    case "summary-not-scored":
      return `summary of ${event.data.about} not scored by ${event.data.scorer}: ${event.data.reason}`;
    case "memory-updated": {
      const { round, attemptCount, chars, isFolded } = event.data;
      return `memory: ${formatPlural(attemptCount, "attempt")} of round ${round + 1} added, ${formatCount(chars)} characters${isFolded ? ", folded" : ""}`;
    }
    case "rollouts-weighed": {
      const { lambda, rollouts, builtOnIds } = event.data;
      const weights = rollouts.slice(0, 5).map(({ id, weight }) => `${id} ${weight.toFixed(2)}`);
      return `weights at λ ${lambda.toFixed(2)}: ${weights.join(", ")}; building on ${builtOnIds.join(", ") || "nothing"}`;
    }
    case "policy-learned": {
      const { round, objective, rolloutCount, updateCount, version } = event.data;
      return `learnt from round ${round + 1}: ${formatPlural(rolloutCount, "answer")}, objective ${objective.toFixed(3)}, ${formatPlural(updateCount, "update")}; the weights are at version ${version}`;
    }
    case "learning-skipped":
      return `nothing learnt from round ${event.data.round + 1}: ${event.data.reason}`;
    case "search-ended":
      return `rounds end after ${event.data.round + 1}: ${event.data.reason}`;
    case "submission-judged": {
      const { attempt, candidateId, destination, verdict } = event.data;
      return `attempt ${attempt}: ${candidateId} at ${destination}: ${verdictLabels[verdict]}`;
    }
    case "verdict-explained": {
      const { candidateId, testId, reason } = event.data;
      return `${candidateId} explained${testId === undefined ? "" : ` by ${testId}`}: ${reason}`;
    }
  }
}
