import { askHypothesis, toPromptText, type Hypothesis, type RefutedClaim } from "../../agent/index.ts";
import type { Program } from "../../problem/index.ts";
import { emit, findBelieved, type RunState } from "../run-state.ts";
import { checkClaim } from "./check-claim.ts";
import type { CheckedInstance, ClaimCheck, HypothesisReport, SmallInstances } from "./contract.ts";
import { findFormulaHypothesis } from "./find-formula.ts";
import { emitChecked } from "./emit-checked.ts";
import { lookUpSequence } from "./look-up-sequence.ts";
import { listSmallInstances, minInstances } from "./list-instances.ts";
import { listLargerInstances } from "./list-larger-instances.ts";

/** The instances shown to whoever proposes a claim. */
const shownInstances = 8;

/** Larger instances, of either random size class and in shapes. */
const largerCounts = { tiny: 12, small: 16, edge: 12 };

/**
 * Has the model propose claims and holds each against small instances, then larger ones; a claim that falls is revised
 * from what refuted it, up to the plan's bound. What agreed on everything is promoted. Once a run, and only with a
 * believed brute force. GrandCode section 3.4.
 */
export async function makeHypotheses(state: RunState, round: number): Promise<void> {
  if (!state.stages.has("hypothesis") || state.hypotheses.length > 0 || state.plan.hypothesisCount === 0) return;
  const bruteForce = findBelieved(state, "brute-force");
  if (bruteForce === undefined) {
    skip(state, "there is no believed brute force to check a claim with");
    return;
  }
  const instances = await listSmallInstances(state, bruteForce);
  if (instances.items.length < minInstances) {
    skip(
      state,
      `only ${instances.items.length} small instances have a known answer, at least ${minInstances} are needed`,
    );
    return;
  }
  const numbers = Array.from({ length: state.plan.hypothesisCount }, (_, number) => number);
  const listLarger = toListLarger(state, { instances, bruteForce });
  const found = checkFormula(state, { instances, listLarger, bruteForce });
  const lookedUp = found.then(async (report) =>
    report?.status === "promoted" ? undefined : lookUpSequence(state, instances),
  );
  const made = numbers.map((number) => makeOne(state, { round, number, instances, listLarger, bruteForce }));
  const reports = (await Promise.all([found, lookedUp, ...made])).filter((report) => report !== undefined);
  state.hypotheses.push(...reports);
  for (const { id, status, claim, reason } of reports) {
    emit(state, { kind: "hypothesis-settled", data: { id, status, claim, reason } });
  }
}

function skip(state: RunState, reason: string): void {
  emit(state, { kind: "hypotheses-skipped", data: { reason } });
}

/** What claims are held against. */
interface Trial {
  readonly instances: SmallInstances;
  readonly listLarger: () => Promise<readonly CheckedInstance[]>;
  readonly bruteForce: Program;
}

/** Larger instances of the specification, made once, when the first claim needs them; none without a specification. */
function toListLarger(
  state: RunState,
  { instances, bruteForce }: Pick<Trial, "instances" | "bruteForce">,
): Trial["listLarger"] {
  const { inputSpec: spec } = state.problem;
  let made: Promise<readonly CheckedInstance[]> | undefined;
  return async () => {
    if (spec === undefined) return [];
    const known = new Set(instances.items.map(({ input }) => input.digest));
    const seed = `${state.seed}: larger instances of claims`;
    made ??= listLargerInstances(state.forge, { bruteForce, spec, seed, counts: largerCounts, known });
    return made;
  };
}

/** What the sequence finder says, held against all instances like any claim. */
async function checkFormula(state: RunState, trial: Trial): Promise<HypothesisReport | undefined> {
  const { instances, listLarger, bruteForce } = trial;
  const hypothesis = findFormulaHypothesis(instances.items, state.roles.languages);
  if (hypothesis === undefined) return undefined;
  const check = await checkClaim(state.forge, { hypothesis, instances: instances.items, listLarger, bruteForce });
  emitChecked(state, { id: "f1", version: 0, check });
  const made = { id: "f1", origin: "sequence-finder", hypothesis, checks: [check] } as const;
  return check.status === "agreed" ? toPromoted({ ...made, instances }) : toRefutedReport(made);
}

/** One claim through all its versions. */
async function makeOne(
  state: RunState,
  options: Trial & { readonly round: number; readonly number: number },
): Promise<HypothesisReport> {
  const { round, number, instances, listLarger, bruteForce } = options;
  const id = `h${number + 1}`;
  const checks: ClaimCheck[] = [];
  const refuted: RefutedClaim[] = [];
  let hypothesis: Hypothesis | undefined;
  for (let version = 0; version <= state.plan.revisionCount; version++) {
    const index = number * (state.plan.revisionCount + 1) + version;
    const shown = instances.items.slice(0, shownInstances).map(({ input, answer }) => ({
      input: toPromptText(input.bytes, 400),
      answer: toPromptText(answer.bytes, 200),
    }));
    const answer = await askHypothesis(state.roles, { round, index, instances: shown, refuted });
    if (answer.kind === "answer-usable") hypothesis = answer.value;
    const check =
      answer.kind === "answer-usable"
        ? await checkClaim(state.forge, {
            hypothesis: answer.value,
            instances: instances.items,
            listLarger,
            bruteForce,
          })
        : toUnusable(answer.reason);
    const isRepeated = check.status === "unusable" && checks.at(-1)?.reason === check.reason;
    checks.push(check);
    emitChecked(state, { id, version, check });
    if (check.status === "agreed") return toPromoted({ id, origin: "model", hypothesis, checks, instances });
    if (check.status === "not-checked" || isRepeated) break;
    refuted.push(toRefuted(check));
  }
  return toRefutedReport({ id, origin: "model", hypothesis, checks });
}

interface MadeClaim extends Pick<HypothesisReport, "id" | "origin" | "checks"> {
  /** The last one that was usable. */
  readonly hypothesis: Hypothesis | undefined;
}

function toRefutedReport({ id, origin, hypothesis, checks }: MadeClaim): HypothesisReport {
  return {
    id,
    origin,
    kind: hypothesis?.kind,
    claim: hypothesis?.claim ?? "",
    program: hypothesis?.program,
    status: "refuted",
    reason: `none of ${checks.length} versions stood; the last: ${checks.at(-1)?.reason ?? "there was none"}`,
    checks,
    toldIds: [],
  };
}

function toUnusable(reason: string): ClaimCheck {
  return { claim: "", status: "unusable", reason, checkedCount: 0, agreedCount: 0, failures: [] };
}

function toRefuted({ claim, program, reason, failures }: ClaimCheck): RefutedClaim {
  return { claim: claim || "(no usable claim)", source: program?.source, complaint: reason, failures };
}

function toPromoted(made: MadeClaim & { readonly instances: SmallInstances }): HypothesisReport {
  const { id, origin, hypothesis, checks, instances } = made;
  const checkedCount = checks.at(-1)?.checkedCount ?? 0;
  const longest = instances.items.at(-1)?.input.bytes.length ?? 0;
  const evidence = `it agrees with a brute force on all ${checkedCount} instances tried (${instances.description}; at most ${longest} bytes each)`;
  const versions = checks.length === 1 ? "at once" : `after ${checks.length - 1} revision(s)`;
  return {
    id,
    origin,
    kind: hypothesis?.kind,
    claim: hypothesis?.claim ?? "",
    program: hypothesis?.program,
    status: "promoted",
    reason: `stood ${versions}`,
    evidence,
    checks,
    toldIds: [],
  };
}
