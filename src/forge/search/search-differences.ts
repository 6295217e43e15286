import type { NamedProgram, Problem } from "../../problem/index.ts";
import { AppError, Rng } from "../../std/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import type { MinimiseProgress } from "../minimise/search.ts";
import { Bandit } from "./bandit.ts";
import { isCheckerSound } from "./check-checker.ts";
import type {
  DrawnInput,
  ForgeFault,
  GeneratorWriter,
  InputArm,
  InputProposer,
  KeptTest,
  SearchBudget,
  SearchCandidate,
  SearchProgress,
  SearchResult,
  TestFrame,
} from "./contract.ts";
import { findDivisions, findFailures, toClassKey, type Failure } from "./evaluate-batch.ts";
import { createArms, listSeeds } from "./create-arms.ts";
import { listFrames, toGroupFrame, toInputKey, withFrame } from "./framed-input.ts";
import { keepDivision, keepFailure, listPairs } from "./keep-test.ts";
import { markContested } from "./mark-contested.ts";
import { Meter } from "./meter.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { FaultList, type SearchContext } from "./search-context.ts";
import { createValidity, type Validity } from "./validity.ts";
import type { GeneratorSource } from "./generator-arms.ts";

export interface SearchOptions {
  readonly candidates: readonly SearchCandidate[];
  /** Accepted solutions: the first one answers, no test may fail any. */
  readonly gold?: readonly SearchCandidate[] | undefined;
  /** Slow and simple; asked where there is no gold. */
  readonly bruteForces?: readonly SearchCandidate[] | undefined;
  readonly seed: string;
  readonly budget: SearchBudget;
  /** Undefined: the package's validators. */
  readonly validators?: readonly NamedProgram[] | undefined;
  /** Undefined: the package's generators with the calls of its plan. */
  readonly generators?: readonly GeneratorSource[] | undefined;
  readonly proposers?: readonly InputProposer[] | undefined;
  readonly generatorWriters?: readonly GeneratorWriter[] | undefined;
  /** Whether proposers are shown gold and candidate (solution attack). */
  readonly isAttack?: boolean | undefined;
  /** False: only samples are seeds of mutation. */
  readonly usesTests?: boolean | undefined;
  /** Only inputs that are valid in this group, judged by its flags; undefined: inputs of the problem as a whole. */
  readonly groupId?: string | undefined;
  /** Inputs at least this large (0 to 1) only, for what a time limit hides; undefined: all. */
  readonly minimumSize?: number | undefined;
  /** Inputs at most this large only: where a brute force must follow; undefined: all. */
  readonly maximumSize?: number | undefined;
  readonly stopsAtFirst?: boolean | undefined;
  /** Runs for minimising one test; undefined: 1500, or an eighth of the time left. */
  readonly minimiseRuns?: number | undefined;
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
  readonly onMinimise?: ((progress: MinimiseProgress) => void) | undefined;
  readonly onTest?: ((test: KeptTest) => void) | undefined;
  readonly onFault?: ((fault: ForgeFault) => void) | undefined;
}

/**
 * Looks for inputs that tell candidates apart, from every source there is, and spends its budget where candidates
 * split. With a gold solution or a brute force each candidate is to be killed once; without, each pair is to be told
 * apart, and answers are by majority and marked so. Every test kept is valid, minimised and was run twice. Equal seeds
 * and journals give equal results.
 *
 * @paper GrandCode 3.3, docs/paper-map.md#difference-driven-tests
 * @throws FORGE_SPEC_INVALID, FORGE_PROBLEM_UNSUPPORTED, FORGE_GROUP_UNKNOWN and what the judge throws
 */
export async function searchDifferences(context: ForgeContext, options: SearchOptions): Promise<SearchResult> {
  const search: SearchContext = {
    ...context,
    meter: new Meter(options.budget),
    faults: new FaultList(options.onFault),
  };
  const { problem } = context;
  requireSupported(problem);
  const validators = options.validators ?? problem.validators;
  const validity = await createValidity(search, { spec: problem.inputSpec, validators });
  const samples = problem.tests.filter((test) => test.isSample && test.answer !== undefined);
  const isSound = await isCheckerSound(search, samples);
  const candidates = await listCompiling(search, options.candidates);
  const sources = { gold: options.gold ?? [], bruteForces: options.bruteForces ?? [], witnesses: candidates };
  const oracle = isSound ? await createOracle(search, sources) : undefined;
  const run = new DifferenceSearch(search, { options, validity, oracle, candidates });
  return run.run();
}

/** @throws FORGE_PROBLEM_UNSUPPORTED */
function requireSupported(problem: Problem): void {
  const reasons = [
    ...(problem.isSubmitAnswer === true ? ["its solutions are answers, not programs"] : []),
    ...(problem.functionCall === undefined ? [] : ["its solutions are functions, not programs"]),
    ...(problem.interactor?.kind === "missing" ? ["it is interactive and came without its interactor"] : []),
  ];
  if (reasons.length === 0) return;
  throw new AppError({
    code: "FORGE_PROBLEM_UNSUPPORTED",
    message: `tests for ${problem.id} cannot be made here: ${reasons.join("; ")}`,
  });
}

async function listCompiling(
  context: SearchContext,
  candidates: readonly SearchCandidate[],
): Promise<readonly SearchCandidate[]> {
  const outcomes = await Promise.all(
    candidates.map(async ({ program }) => context.judge.compile(program, { signal: context.signal })),
  );
  return candidates.filter(({ name }, i) => {
    const outcome = outcomes[i];
    if (outcome?.kind === "compile-ok") return true;
    const message = outcome === undefined ? "" : outcome.message.slice(0, 500);
    context.faults.add({ kind: "program-does-not-compile", who: name, message });
    return false;
  });
}

class DifferenceSearch {
  readonly #context: SearchContext;
  readonly #options: SearchOptions;
  readonly #validity: Validity;
  #oracle: Oracle | undefined;
  readonly #candidates: readonly SearchCandidate[];
  #alive: readonly SearchCandidate[];
  /** Pairs that no test tells apart yet. */
  #pairs: readonly (readonly [string, string])[];
  readonly #kept: KeptTest[] = [];
  readonly #seen = new Set<string>();
  readonly #frames: readonly (TestFrame | undefined)[];
  #framed = 0;
  /** Batches whose answers were held against the checker and weaker oracles. */
  #auditedBatches = 0;

  constructor(
    context: SearchContext,
    parts: {
      readonly options: SearchOptions;
      readonly validity: Validity;
      readonly oracle: Oracle | undefined;
      readonly candidates: readonly SearchCandidate[];
    },
  ) {
    this.#context = context;
    this.#options = parts.options;
    this.#validity = parts.validity;
    this.#oracle = parts.oracle;
    this.#candidates = parts.candidates;
    this.#alive = parts.candidates;
    const { groupId } = parts.options;
    const frames = listFrames(context.problem, listSeeds(context.problem, parts.options));
    this.#frames = groupId === undefined ? frames : [toGroupFrame(context.problem, groupId, frames[0])];
    this.#pairs = listPairs(parts.candidates.map(({ name }) => name));
  }

  async run(): Promise<SearchResult> {
    const { signal, meter } = this.#context;
    const rng = new Rng(this.#options.seed);
    const arms = await createArms(this.#context, {
      ...this.#options,
      validity: this.#validity,
      rng,
      gold: this.#oracle?.program,
      listAlive: () => this.#alive.map(({ program }) => program),
    });
    const bandit = new Bandit(arms, rng.derive("bandit"));
    const isRefused = this.#options.gold !== undefined && this.#options.gold.length > 0 && this.#oracle === undefined;
    if (isRefused || this.#isCheckerBad()) return this.#finish("refused", bandit);
    while (!this.#isDone()) {
      signal?.throwIfAborted();
      if (meter.isSpent) return this.#finish("budget-spent", bandit);
      const arm = bandit.choose();
      if (arm === undefined) return this.#finish("sources-dry", bandit);
      const count = toBatchSize(arm, bandit.countBatches(arm));
      const bare = await arm.draw({ count, kept: this.#kept, signal });
      const raw = bare.map((drawn) => this.#fillFrame(drawn));
      const drawn = await this.#filter(arm, raw);
      const before = this.#kept.length;
      if (drawn.length > 0) await this.#evaluate(arm, drawn);
      if (this.#isCheckerBad()) return this.#finish("refused", bandit);
      meter.inputs += drawn.length;
      bandit.record(arm, { drawn: raw.length, inputs: drawn.length, kept: this.#kept.length - before });
      this.#report(arm);
    }
    return this.#finish("nothing-left", bandit);
  }

  #isDone(): boolean {
    if (this.#options.stopsAtFirst === true && this.#kept.length > 0) return true;
    return this.#oracle === undefined ? this.#pairs.length === 0 : this.#alive.length === 0;
  }

  #isCheckerBad(): boolean {
    return this.#context.faults.list().some(({ kind }) => kind.startsWith("checker-"));
  }

  /** Arms that know standard input only get the frames of known tests, one after another. */
  #fillFrame(drawn: DrawnInput): DrawnInput {
    const { groupId } = this.#options;
    const frame = drawn.input.frame ?? this.#frames[this.#framed++ % Math.max(1, this.#frames.length)];
    const own = groupId === undefined ? frame : toGroupFrame(this.#context.problem, groupId, frame);
    return { ...drawn, input: withFrame(drawn.input, own) };
  }

  async #filter(arm: InputArm, raw: readonly DrawnInput[]): Promise<readonly DrawnInput[]> {
    const fresh = raw.filter(({ input }) => !this.#seen.has(toInputKey(input)) && this.#seen.add(toInputKey(input)));
    const hasGroup = this.#options.groupId !== undefined;
    if ((arm.isValid && !hasGroup) || !this.#validity.isKnown) return fresh;
    const inputs = fresh.map(({ input }) => input);
    const verdicts = await (hasGroup ? this.#validity.confirm(inputs) : this.#validity.filter(inputs));
    return fresh.filter((_, i) => verdicts[i]?.kind === "input-valid");
  }

  async #evaluate(arm: InputArm, drawn: readonly DrawnInput[]): Promise<void> {
    if (this.#oracle === undefined) return this.#divide(arm, drawn);
    const { failures, answered } = await findFailures(this.#context, this.#oracle, { drawn, candidates: this.#alive });
    if (this.#oracle.isDropped()) {
      this.#oracle = undefined;
      this.#alive = this.#candidates;
      return this.#divide(arm, drawn);
    }
    if (this.#auditedBatches < 3 && answered.length > 0) {
      await this.#oracle.audit(answered);
      if (this.#auditedBatches++ === 0 && !(await isCheckerSound(this.#context, answered))) return;
    }
    const sorted = failures.toSorted((a, b) => a.drawn.input.bytes.length - b.drawn.input.bytes.length);
    for (const failure of sorted) {
      if (!this.#alive.includes(failure.candidate)) continue;
      if (this.#options.stopsAtFirst === true && this.#kept.length > 0) return;
      await this.#keep(arm, failure, this.#oracle);
    }
  }

  async #keep(arm: InputArm, failure: Failure, oracle: Oracle): Promise<void> {
    const found = await keepFailure(this.#context, failure, {
      ...this.#toKeepOptions(arm),
      oracle,
      accepted: (this.#options.gold ?? []).slice(1),
      candidates: this.#alive,
    });
    if (found === undefined) return;
    const test = await markContested(this.#context, found, this.#candidates);
    await this.#add(test, { arm, drawn: failure.drawn });
    const killed = new Set(test.killed.map(({ candidate }) => candidate));
    this.#alive = this.#alive.filter(({ name }) => !killed.has(name));
  }

  async #divide(arm: InputArm, drawn: readonly DrawnInput[]): Promise<void> {
    const open = new Set(this.#pairs.flat());
    const candidates = this.#candidates.filter(({ name }) => open.has(name));
    for (const division of await findDivisions(this.#context, { drawn, candidates })) {
      const keys = new Map(division.results.map((result) => [result.candidate, toClassKey(result)]));
      const pair = this.#pairs.find(([a, b]) => keys.has(a) && keys.has(b) && keys.get(a) !== keys.get(b));
      if (pair === undefined) continue;
      const options = { ...this.#toKeepOptions(arm), candidates: this.#candidates, pair };
      const test = await keepDivision(this.#context, division, options);
      if (test === undefined) continue;
      await this.#add(test, { arm, drawn: division.drawn });
      const isSplit = (a: string, b: string): boolean => test.split.some(([x, y]) => x === a && y === b);
      this.#pairs = this.#pairs.filter(([a, b]) => !isSplit(a, b));
      if (this.#options.stopsAtFirst === true) return;
    }
  }

  #toKeepOptions(arm: InputArm) {
    return {
      id: `forge/${String(this.#kept.length + 1).padStart(3, "0")}`,
      source: arm.name,
      validity: this.#validity,
      minimiseRuns: this.#options.minimiseRuns ?? 1500,
      minimiseShare: 1 / 8,
      onMinimise: this.#options.onMinimise,
    };
  }

  /** A call that makes another input when repeated is not noted with the test. */
  async #add(found: KeptTest, { arm, drawn }: { readonly arm: InputArm; readonly drawn: DrawnInput }): Promise<void> {
    const isOfCall = drawn.call === undefined || (await arm.confirmCall?.(drawn)) !== false;
    const test = isOfCall ? found : { ...found, call: undefined, foundCall: undefined };
    this.#seen.add(toInputKey(test.input));
    this.#kept.push(test);
    this.#options.onTest?.(test);
  }

  #report(arm: InputArm): void {
    const { runs, cpuTimeMs, inputs } = this.#context.meter;
    const alive = this.#alive.map(({ name }) => name);
    this.#options.onProgress?.({ arm: arm.name, runs, cpuTimeMs, inputs, kept: this.#kept.length, alive });
  }

  #finish(how: SearchResult["end"], bandit: Bandit): SearchResult {
    // Nobody knows the answers, and one program alone cannot differ: nothing was compared.
    const end = this.#oracle === undefined && this.#candidates.length < 2 ? "refused" : how;
    const faults = this.#context.faults.list();
    const refuted = new Set(faults.flatMap(({ kind, who }) => (kind === "brute-force-contradicted" ? [who] : [])));
    const tests = this.#kept.filter(
      ({ authority }) => authority?.kind !== "brute-force" || !refuted.has(authority.program),
    );
    const { runs, cpuTimeMs, inputs } = this.#context.meter;
    return {
      tests: end === "refused" ? [] : tests,
      faults,
      end,
      oracle: this.#oracle?.description ?? `consensus of ${this.#candidates.length} candidates (oracle unverified)`,
      spent: { runs, cpuTimeMs, inputs },
      arms: bandit.report().filter(({ batches }) => batches > 0),
      survivors: this.#alive.map(({ name }) => name),
    };
  }
}

/** Enough that the cost of a job is shared, little enough that a first find comes soon; large inputs in small batches. */
function toBatchSize(arm: InputArm, batches: number): number {
  const grown = Math.min(256, 32 * 2 ** Math.min(3, batches));
  const sized = Math.max(4, Math.round(grown / (1 + 12 * Math.max(0, arm.size - 0.3))));
  return Math.min(sized, arm.maxBatch ?? sized);
}
