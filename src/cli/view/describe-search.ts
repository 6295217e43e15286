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
    case "memory-updated": {
      const { round, attemptCount, chars, isFolded } = event.data;
      return `memory: ${formatPlural(attemptCount, "attempt")} of round ${round + 1} added, ${formatCount(chars)} characters${isFolded ? ", folded" : ""}`;
    }
    case "rollouts-weighed": {
      const { lambda, rollouts, builtOnIds } = event.data;
      const weights = rollouts.slice(0, 5).map(({ id, weight }) => `${id} ${weight.toFixed(2)}`);
      return `weights at λ ${lambda.toFixed(2)}: ${weights.join(", ")}; building on ${builtOnIds.join(", ") || "nothing"}`;
    }
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
