import { verdictLabels, type Verdict } from "../../problem/index.ts";
import { formatBytes, formatCost, formatCount, formatDuration, formatPlural } from "../text/format.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { describeHypothesis, describeSearch } from "./describe-search.ts";
import type { ViewEvent } from "./view-event.ts";

/** One event as one line of plain text; undefined for events that say nothing to a reader. */
export function toPlainLine(event: ViewEvent): string | undefined {
  const line = describe(event);
  return line === undefined ? undefined : toSafeLine(line);
}

/** What recorded answers are, said before anything else. */
export function describePolicy(data: Extract<ViewEvent, { kind: "run-started" }>["data"]): string {
  if (data.recordingSource === undefined) return `Model: ${data.policy}.`;
  return (
    `Recorded answers are replayed, no model is asked (${data.recordingSource}). ` +
    "Compiling, test making, judging and choosing run for real."
  );
}

function describe(event: ViewEvent): string | undefined {
  switch (event.kind) {
    case "run-started": {
      const { data } = event;
      const shortfalls = data.shortfalls.length === 0 ? "" : ` (${data.shortfalls.join("; ")})`;
      return (
        `${describePolicy(data)} Problem ${data.problemId}: ${data.title}. Run ${data.runId}, seed ${data.seed}, ` +
        `sandbox tier ${data.tier}${shortfalls}.`
      );
    }
    case "run-resumed":
      return (
        `resumed: ${formatPlural(event.data.knownOutcomes, "outcome")} known; ` +
        `${event.data.inFlightAtKill} in flight when it stopped, which may be done again`
      );
    case "recording-stale":
      return `the recorded answer of ${event.data.role} ${event.data.index + 1}, round ${event.data.round + 1}, was made for an earlier prompt`;
    case "desk-opened":
      return `desk: prompts appear in ${event.data.directory}; put each answer beside its prompt`;
    case "warning-raised":
      return `warning: ${event.data.message}`;
    case "stage-started":
      return `stage ${event.data.stage}, round ${event.data.round + 1}`;
    case "level-classified":
      return `level ${event.data.level} (${event.data.source}, confidence ${event.data.confidence.toFixed(2)}): ${event.data.reason}`;
    case "plan-made":
      return `plan: ${event.data.route}, ${formatPlural(event.data.candidateCount, "candidate")}, up to ${formatPlural(event.data.roundCount, "round")}`;
    case "sample-requested":
    case "sample-received":
    case "model-retried":
      return describeCall(event);
    case "candidate-added":
    case "candidate-discarded":
    case "candidate-judged":
      return describeCandidate(event);
    case "tool-checked":
      return `${event.data.role}: ${event.data.status}${withReason(event.data.reason)}`;
    case "tests-made":
      return `${event.data.size} tests: ${event.data.made} made, ${event.data.valid} valid, ${event.data.kept} kept`;
    case "test-separates":
      return `test ${event.data.testId} separates (answered by ${event.data.answeredBy}): ${event.data.summary}`;
    case "boundary-named":
      return `boundary at ${event.data.testId}: ${event.data.boundary}`;
    case "hypotheses-skipped":
    case "hypothesis-checked":
    case "hypothesis-settled":
      return describeHypothesis(event);
    case "summary-folded":
    case "summary-scored":
    case "summary-not-scored":
    case "memory-updated":
    case "rollouts-weighed":
    case "policy-learned":
    case "learning-skipped":
    case "search-ended":
    case "submission-judged":
    case "verdict-explained":
      return describeSearch(event);
    case "decision-made":
      return `decision: ${event.data.decision} (${event.data.status})${withReason(event.data.reasons[0] ?? "")}`;
  }
}

function describeCall(
  event: Extract<ViewEvent, { kind: "sample-requested" | "sample-received" | "model-retried" }>,
): string {
  if (event.kind === "model-retried") {
    const { role, attempt, maxAttempts, delayMs, message } = event.data;
    return `${role}: attempt ${attempt} of ${maxAttempts} failed, again in ${formatDuration(delayMs)}: ${message}`;
  }
  const { role, index, round } = event.data;
  const name = `${role} ${index + 1} of round ${round + 1}`;
  if (event.kind === "sample-requested") return `asked: ${name}`;
  const { ending, isFailure, message, inputTokens, outputTokens, costUsd } = event.data;
  if (isFailure) return `no answer: ${name}: ${ending}${withReason(message ?? "")}`;
  const cost = costUsd === undefined ? "" : `, ${formatCost(costUsd)}`;
  return `answered: ${name}: ${ending}, ${formatCount(inputTokens)} + ${formatCount(outputTokens)} tokens${cost}`;
}

function describeCandidate(
  event: Extract<ViewEvent, { kind: "candidate-added" | "candidate-discarded" | "candidate-judged" }>,
): string {
  switch (event.kind) {
    case "candidate-added": {
      const { id, language, origin, sameAsId } = event.data;
      return `candidate ${id}: ${language}, ${origin}${sameAsId === undefined ? "" : `, same program as ${sameAsId}`}`;
    }
    case "candidate-discarded":
      return `discarded: ${event.data.role} ${event.data.index + 1} of round ${event.data.round + 1}${withReason(event.data.reason)}`;
    case "candidate-judged": {
      const { id, verdicts, maxCpuTimeMs, maxMemoryBytes } = event.data;
      const counts = countVerdicts(verdicts.map(({ verdict }) => verdict));
      return `judged ${id}: ${counts}; ${formatDuration(maxCpuTimeMs)}, ${formatBytes(maxMemoryBytes)} at most`;
    }
  }
}

function countVerdicts(verdicts: readonly Verdict[]): string {
  const counts = new Map<Verdict, number>();
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdictLabels[verdict]}`).join(", ") || "no tests";
}

function withReason(reason: string): string {
  return reason === "" ? "" : `: ${reason}`;
}
