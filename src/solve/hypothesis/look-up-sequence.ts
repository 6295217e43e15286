import { AppError } from "../../std/index.ts";
import { checkHint, type SequenceHint, type SequencePrefix, type SequenceSource } from "../../symbolic/index.ts";
import { emit, type RunState } from "../run-state.ts";
import type { ClaimCheck, HypothesisReport, SmallInstances } from "./contract.ts";
import { emitChecked } from "./emit-checked.ts";
import { listConsecutive, shownTerms } from "./find-formula.ts";

/** Fewer terms name too many sequences. */
const minShownTerms = 8;

/** Terms that a source must give rightly beyond those that it was shown. */
const minConfirmedTerms = 4;

/** Sequences of one source that are tried. */
const maxHints = 3;

/** Formulas and remarks of a source that a solver is told. */
const maxNotes = 4;

/**
 * Asks the sources that the run was given about the answers, where an input is one integer and so is its answer. What a
 * source says is a claim like any other: it stands only where it gives the brute force's answers to inputs that the
 * source was not shown. A source that cannot be asked is a warning. GrandCode section 3.4.
 */
export async function lookUpSequence(
  state: RunState,
  instances: SmallInstances,
): Promise<HypothesisReport | undefined> {
  const listed = listConsecutive(instances.items);
  if (listed === undefined) return undefined;
  const { firstIndex, values } = listed;
  const shownCount = Math.min(shownTerms, values.length - minConfirmedTerms);
  if (shownCount < minShownTerms) return undefined;
  const shown = { firstIndex, terms: values.slice(0, shownCount) };
  const kept = { firstIndex: firstIndex + shownCount, terms: values.slice(shownCount) };
  const checks: ClaimCheck[] = [];
  let lastSource = "";
  for (const source of state.sequenceSources) {
    for (const hint of (await ask(state, source, shown)).slice(0, maxHints)) {
      const check = checkAgainst(hint, kept);
      emitChecked(state, { id, version: checks.length, check });
      checks.push(check);
      if (check.status === "agreed") return toReport(hint.source, { checks, last: check, instances });
      lastSource = hint.source;
    }
  }
  const last = checks.at(-1);
  return last === undefined ? undefined : toReport(lastSource, { checks, last, instances });
}

const id = "s1";

async function ask(state: RunState, source: SequenceSource, shown: SequencePrefix): Promise<readonly SequenceHint[]> {
  try {
    return await source.lookUp(shown, { signal: state.signal });
  } catch (thrown) {
    if (!AppError.is(thrown)) throw thrown;
    const message = `a sequence could not be looked up: ${thrown.message}`;
    state.warnings.push(message);
    emit(state, { kind: "warning-raised", data: { message } });
    return [];
  }
}

function checkAgainst(hint: SequenceHint, kept: Required<SequencePrefix>): ClaimCheck {
  const { confirmedTerms, mismatch } = checkHint(hint, kept);
  const notes = hint.notes.slice(0, maxNotes).map((note) => `\n- ${note}`);
  const claim =
    `The answers for the inputs ${kept.firstIndex}, ${kept.firstIndex + 1}, … go on as in ${hint.title} ` +
    `(${hint.source}; its own index may begin elsewhere)${notes.join("")}`;
  const checked = { claim, checkedCount: confirmedTerms, agreedCount: confirmedTerms, failures: [] };
  if (mismatch !== undefined) {
    const failure = { input: `${mismatch.index}\n`, answer: mismatch.expected, got: mismatch.actual };
    const reason = `it gives ${mismatch.actual} for the input ${mismatch.index}, right is ${mismatch.expected}`;
    return { ...checked, status: "refuted", reason, checkedCount: confirmedTerms + 1, failures: [failure] };
  }
  if (confirmedTerms < minConfirmedTerms) {
    const reason = `it gives only ${confirmedTerms} terms beyond those that it was found by`;
    return { ...checked, status: "says-nothing", reason };
  }
  return { ...checked, status: "agreed", reason: `it gives ${confirmedTerms} further answers of the brute force` };
}

function toReport(
  source: string,
  found: { readonly checks: readonly ClaimCheck[]; readonly last: ClaimCheck; readonly instances: SmallInstances },
): HypothesisReport {
  const { checks, last, instances } = found;
  const made = { id, origin: "sequence-finder", source, claim: last.claim, checks, toldIds: [] } as const;
  if (last.status !== "agreed") return { ...made, status: "refuted", reason: last.reason };
  const evidence = `it agrees with a brute force on ${last.checkedCount} inputs that the source was not shown (${instances.description})`;
  return { ...made, status: "promoted", reason: last.reason, evidence };
}
