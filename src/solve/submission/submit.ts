import { chooseAction } from "./choose-action.ts";
import type { SubmissionOptions, SubmissionReport } from "./contract.ts";
import { emit, type Candidate, type RunState } from "../run-state.ts";
import { explainRejection } from "./explain-rejection.ts";
import { submitOnce } from "./submit-once.ts";

/** What became of the wish to submit. */
export type SubmissionStep =
  | { readonly kind: "accepted" }
  /** Rejected; the run may go on. */
  | { readonly kind: "rejected" }
  /** Nothing was submitted. */
  | { readonly kind: "not-submitted"; readonly reason: string };

/**
 * Submits the best program if the evidence is worth the risk and a person has confirmed that AI may enter there; a
 * rejection is explained by the forge before anything else is tried.
 *
 * @param submissions the attempts so far; this one is added
 */
export async function submitBest(
  state: RunState,
  options: {
    readonly submission: SubmissionOptions;
    readonly candidate: Candidate;
    readonly confidence: number;
    readonly submissions: SubmissionReport[];
  },
): Promise<SubmissionStep> {
  const { submission, candidate, confidence, submissions } = options;
  const { submitter, maxAttempts, wrongAttemptCost } = submission;
  if (submissions.length >= maxAttempts) return refuse(`all ${maxAttempts} attempts are used`);
  if (chooseAction({ confidence, wrongAttemptCost, canGoOn: false }) !== "submit") {
    return refuse(
      `confidence ${confidence.toFixed(2)} is too low for a wrong attempt that costs ${wrongAttemptCost} of a right one`,
    );
  }
  const { destination } = submitter;
  if (!submitter.isLocal && (await submission.confirmAiEntry?.(destination)) !== true) {
    return refuse(`nobody confirmed that entries by AI are allowed at ${destination}`);
  }
  const attempt = submissions.length + 1;
  const outcome = await submitOnce(state, { submitter, candidate, attempt });
  if (outcome.kind === "submission-failed") return refuse(outcome.reason);
  const { verdict } = outcome;
  emit(state, { kind: "submission-judged", data: { attempt, candidateId: candidate.id, destination, verdict } });
  const report = { attempt, candidateId: candidate.id, destination, verdict };
  if (verdict === "accepted") {
    submissions.push(report);
    return { kind: "accepted" };
  }
  candidate.rejection = verdict;
  const explanation = await explainRejection(state, { candidate, verdict, attempt });
  submissions.push({ ...report, explanation });
  return { kind: "rejected" };
}

function refuse(reason: string): SubmissionStep {
  return { kind: "not-submitted", reason };
}
