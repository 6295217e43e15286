import type { Json } from "../../std/index.ts";
import type { Candidate, RunState } from "../run-state.ts";
import type { SubmissionVerdict, Submitter } from "./contract.ts";

/**
 * Hands a program in as a journaled effect: the verdict of an attempt that is known is never asked for again. Before
 * anything leaves, the journal holds that it is about to; a process that finds this note without a verdict does not hand
 * in again where that would count, but asks what became of it. A failure that used no attempt is tried again by a
 * resumed run.
 */
export async function submitOnce(
  state: RunState,
  options: { readonly submitter: Submitter; readonly candidate: Candidate; readonly attempt: number },
): Promise<SubmissionVerdict> {
  for (let tried = 0; ; tried += 1) {
    const { outcome, source } = await submitOrReplay(state, { ...options, tried });
    if (outcome.kind === "submission-in-doubt") return { kind: "submission-failed", reason: outcome.reason };
    if (source === "performed" || outcome.kind === "submission-judged") return outcome;
  }
}

type Outcome =
  | SubmissionVerdict
  /** It may count, and is never tried again. */
  | { readonly kind: "submission-in-doubt"; readonly reason: string };

async function submitOrReplay(
  state: RunState,
  options: {
    readonly submitter: Submitter;
    readonly candidate: Candidate;
    readonly attempt: number;
    readonly tried: number;
  },
) {
  const { submitter, candidate, attempt, tried } = options;
  const { journal, signal } = state;
  const { destination, isLocal } = submitter;
  const input: Json = {
    destination,
    attempt,
    tried,
    seed: state.seed,
    language: candidate.program.language,
    source: candidate.program.source,
  };
  const label = `attempt ${attempt}: ${candidate.id} at ${destination}`;
  const note = await journal.effect(
    { kind: "submit", label: `${label}: begins`, input: { begins: input } },
    async () => true,
  );
  return journal.effect<Outcome>({ kind: "submit", label, input }, async () => {
    const { program } = candidate;
    if (note.source === "performed" || isLocal) return submitter.submit(program, { attempt, signal });
    const found = await submitter.findVerdict?.(program, { attempt, signal });
    return found ?? { kind: "submission-in-doubt", reason: describeDoubt(attempt, destination) };
  });
}

function describeDoubt(attempt: number, destination: string): string {
  return (
    `attempt ${attempt} may have been handed in at ${destination} just before the run was stopped; ` +
    "look there, since it is not handed in twice"
  );
}
