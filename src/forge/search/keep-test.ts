import { countTokens, type InputTest, type MinimiseProgress } from "../minimise/search.ts";
import { minimiseInput } from "../minimise/minimise-input.ts";
import type { Verdict } from "../../problem/index.ts";
import type { DrawnInput, FramedInput, KeptTest, SearchCandidate } from "./contract.ts";
import { findDivisions, isFailure, toClassKey, type Division, type Failure } from "./evaluate-batch.ts";
import { withFrame } from "./framed-input.ts";
import type { Oracle } from "./oracle.ts";
import { judgeInputs } from "./run-programs.ts";
import type { SearchContext } from "./search-context.ts";
import type { Validity } from "./validity.ts";

export interface KeepOptions {
  readonly id: string;
  readonly source: string;
  readonly validity: Validity;
  /** Runs for minimising one test; 0: keep as found. */
  readonly minimiseRuns: number;
  /** How much of the CPU time left it may cost, 0 to 1. */
  readonly minimiseShare: number;
  readonly onMinimise?: ((progress: MinimiseProgress) => void) | undefined;
}

/** What the shrinking of an input gave. */
interface Shrunk {
  readonly input: FramedInput;
  readonly minimised: KeptTest["minimised"];
}

/**
 * Makes a test of a failure: valid by everything there is, as small as can be, run once more by everybody. Undefined
 * where it does not hold: an invalid input, a failure that does not repeat, an accepted solution that fails too.
 */
export async function keepFailure(
  context: SearchContext,
  failure: Failure,
  options: KeepOptions & {
    readonly oracle: Oracle;
    readonly accepted: readonly SearchCandidate[];
    readonly candidates: readonly SearchCandidate[];
  },
): Promise<KeptTest | undefined> {
  const { validity, oracle } = options;
  const { candidate, drawn } = failure;
  if (!(await isConfirmed(validity, drawn.input))) return undefined;
  const isQuick = !slowVerdicts.has(failure.report.verdict);
  const family = toFamily(failure.report.verdict);
  const areInteresting: InputTest = async (bare) => {
    const inputs = bare.map((input) => withFrame(input, drawn.input.frame));
    const answers = await oracle.answer(inputs);
    const usable = inputs.flatMap((input, i) => (answers[i] === undefined ? [] : [{ input, answer: answers[i] }]));
    const reports = await judgeInputs(context, candidate.program, { items: usable });
    const failing = new Set(
      usable.flatMap(({ input }, i) => (toFamily(reports[i]?.verdict ?? "skipped") === family ? [input.digest] : [])),
    );
    return inputs.map((input) => failing.has(input.digest));
  };
  const shrunk = isQuick ? await shrink(context, drawn, { ...options, areInteresting }) : asFound(drawn);
  return (
    (await confirmFailure(context, { failure, shrunk }, options)) ??
    (shrunk.minimised === undefined ? undefined : confirmFailure(context, { failure, shrunk: asFound(drawn) }, options))
  );
}

async function confirmFailure(
  context: SearchContext,
  { failure, shrunk }: { readonly failure: Failure; readonly shrunk: Shrunk },
  options: Parameters<typeof keepFailure>[2],
): Promise<KeptTest | undefined> {
  const { oracle, id } = options;
  const { input } = shrunk;
  const label = `recheck ${id}`;
  const [answer] = await oracle.answer([input], label);
  if (answer === undefined) return undefined;
  const items = [{ input, answer }];
  const [again] = await judgeInputs(context, failure.candidate.program, { items, label });
  if (again === undefined || !isFailure(again.verdict)) {
    const message = `it failed a test (${failure.report.verdict}) and passed it when run again: the test was dropped`;
    context.faults.add({ kind: "not-reproduced", who: failure.candidate.name, message });
    return undefined;
  }
  for (const other of options.accepted) {
    const [report] = await judgeInputs(context, other.program, { items, label });
    if (report === undefined || !isFailure(report.verdict)) continue;
    const message = `counted as accepted, it gets ${report.verdict} on a test that fails ${failure.candidate.name}; the test was dropped: ${report.message}`;
    context.faults.add({ kind: "accepted-contradicted", who: other.name, message });
    return undefined;
  }
  const others = options.candidates.filter((other) => other !== failure.candidate);
  const rest = await Promise.all(
    others.map(async ({ name, program }) => {
      const [report] = await judgeInputs(context, program, { items, label });
      return report !== undefined && isFailure(report.verdict) ? [toResult(name, report)] : [];
    }),
  );
  return {
    ...toBase(failure.drawn, shrunk, options),
    answer: oracle.authority.kind === "interactor" && answer.bytes.length === 0 ? undefined : answer,
    authority: oracle.authority,
    killed: [toResult(failure.candidate.name, again), ...rest.flat()],
    split: [],
  };
}

/** The same for a disagreement: the pair must still disagree. */
export async function keepDivision(
  context: SearchContext,
  division: Division,
  options: KeepOptions & { readonly candidates: readonly SearchCandidate[]; readonly pair: readonly [string, string] },
): Promise<KeptTest | undefined> {
  const { drawn } = division;
  if (!(await isConfirmed(options.validity, drawn.input))) return undefined;
  const two = options.candidates.filter(({ name }) => options.pair.includes(name));
  const isQuick = division.results.every(({ verdict }) => !slowVerdicts.has(verdict));
  const areInteresting: InputTest = async (inputs) => {
    const found = await Promise.all(
      inputs.map(async (input) =>
        findDivisions(context, { drawn: [{ input: withFrame(input, drawn.input.frame) }], candidates: two }),
      ),
    );
    return found.map((divisions) => divisions.length > 0);
  };
  const shrunk = isQuick ? await shrink(context, drawn, { ...options, areInteresting }) : asFound(drawn);
  const again = { drawn: [{ ...drawn, input: shrunk.input }], candidates: options.candidates };
  const [confirmed] = await findDivisions(context, { ...again, label: `recheck ${options.id}` });
  const classes = new Map(confirmed?.results.map((result) => [result.candidate, toClassKey(result)]));
  if (confirmed === undefined || classes.get(options.pair[0]) === classes.get(options.pair[1])) {
    const message = "they disagreed on a test and agreed when run again: the test was dropped";
    context.faults.add({ kind: "not-reproduced", who: options.pair.join(", "), message });
    return undefined;
  }
  const { answer, authority, results } = confirmed;
  const trusted = authority?.kind === "consensus" ? authority.of : results.map(({ candidate }) => candidate);
  return {
    ...toBase(drawn, shrunk, options),
    answer,
    authority,
    killed: results.filter(({ candidate }) => !trusted.includes(candidate)),
    split: listPairs(results.map(({ candidate }) => candidate)).filter(([a, b]) => classes.get(a) !== classes.get(b)),
  };
}

export function listPairs(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
}

async function isConfirmed(validity: Validity, input: FramedInput): Promise<boolean> {
  const [verdict] = await validity.confirm([input]);
  return verdict?.kind === "input-valid";
}

async function shrink(
  context: SearchContext,
  drawn: DrawnInput,
  options: KeepOptions & { readonly areInteresting: InputTest },
): Promise<Shrunk> {
  const { validity, areInteresting } = options;
  const runs = Math.min(options.minimiseRuns, Math.ceil(context.meter.runsLeft / 4));
  if (runs === 0 || !validity.isKnown || drawn.input.bytes.length > shrinkableBytes) return asFound(drawn);
  const mostCpuTimeMs = context.meter.cpuTimeMs + context.meter.cpuTimeLeftMs * options.minimiseShare;
  const isOver = (): boolean => context.meter.cpuTimeMs > mostCpuTimeMs;
  const framed = (input: FramedInput) => withFrame(input, drawn.input.frame);
  const result = await minimiseInput({
    input: drawn.input,
    spec: validity.spec,
    areInteresting: async (inputs, how) => (isOver() ? inputs.map(() => false) : areInteresting(inputs, how)),
    areValid: async (inputs) => (await validity.filter(inputs.map(framed))).map(({ kind }) => kind === "input-valid"),
    budget: { runs },
    onProgress: options.onMinimise,
    signal: context.signal,
  });
  if (result.kind !== "input-minimised") return asFound(drawn);
  const input = framed(result.input);
  if (!(await isConfirmed(validity, input))) return asFound(drawn);
  const fromTokens = countTokens(new TextDecoder("latin1").decode(drawn.input.bytes));
  const end = isOver() ? "budget-spent" : result.end;
  return { input, minimised: { fromTokens, tokens: result.tokens, runs: result.runs, end } };
}

const shrinkableBytes = 200_000;

function asFound(drawn: DrawnInput): Shrunk {
  return { input: drawn.input, minimised: undefined };
}

/** Shrinking by verdicts that take the whole time limit is not worth its time. */
const slowVerdicts: ReadonlySet<Verdict> = new Set([
  "time-limit-exceeded",
  "idleness-limit-exceeded",
  "memory-limit-exceeded",
  "output-limit-exceeded",
]);

function toFamily(verdict: Verdict): string {
  if (!isFailure(verdict)) return "none";
  return verdict === "presentation-error" || verdict === "partial" ? "wrong-answer" : verdict;
}

function toResult(candidate: string, report: { readonly verdict: Verdict; readonly message: string }) {
  return { candidate, verdict: report.verdict, message: report.message };
}

function toBase(drawn: DrawnInput, { input, minimised }: Shrunk, { id, source, validity }: KeepOptions) {
  const isAsDrawn = input.digest === drawn.input.digest;
  return {
    id,
    input,
    source,
    call: isAsDrawn ? drawn.call : undefined,
    foundCall: isAsDrawn ? undefined : drawn.call,
    boundary: drawn.boundary,
    minimised,
    isValidated: validity.isKnown,
  };
}
