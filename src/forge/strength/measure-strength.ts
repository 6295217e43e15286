import type { Judge, TestReport } from "../../judge/index.ts";
import type { Program, TestCase, Verdict } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import { createMutants, type Mutant } from "../mutants/create-mutants.ts";
import type {
  ForgeFault,
  KeptTest,
  SearchBudget,
  SearchCandidate,
  SearchProgress,
  SearchResult,
} from "../search/contract.ts";
import { isFailure } from "../search/evaluate-batch.ts";
import { searchDifferences } from "../search/search-differences.ts";
import {
  computeStrength,
  isTimeVerdict,
  type StrengthNumbers,
  type StrengthRole,
  type StrengthRow,
} from "./compute-strength.ts";

export interface StrengthOptions {
  readonly tests: readonly TestCase[];
  readonly accepted: readonly SearchCandidate[];
  readonly wrong: readonly SearchCandidate[];
  /** Mutants of the first accepted C++ solution; 0: none. */
  readonly mutantCount: number;
  readonly seed: string;
  /** For the search that tells equivalent mutants from ones that the tests miss. */
  readonly budget: SearchBudget;
  readonly onProgress?: ((progress: StrengthProgress) => void) | undefined;
}

export type StrengthProgress =
  | { readonly kind: "mutants-compiling"; readonly count: number }
  | { readonly kind: "row-measured"; readonly row: StrengthRow; readonly done: number; readonly all: number }
  /** What the tests miss is attacked. */
  | { readonly kind: "missed-attacked"; readonly missed: number; readonly search: SearchProgress };

export interface StrengthReport extends StrengthNumbers {
  readonly testIds: readonly string[];
  readonly rows: readonly StrengthRow[];
  /** Tests that the forge made for what the suite misses. */
  readonly additions: readonly KeptTest[];
  readonly faults: readonly ForgeFault[];
  /** How the search for them ended and what it spent; undefined where the tests miss nothing. */
  readonly search: Pick<SearchResult, "end" | "oracle" | "spent" | "survivors"> | undefined;
}

/**
 * Measures a suite: every program on every test. Mutants that it does not kill are attacked by the forge; those that
 * survive this too are set aside as probably equivalent, for the others a test is handed back. Where the search tried
 * nothing (it was refused, or had no source of inputs), nothing is set aside: they are unexamined and count as missed.
 *
 * @throws what the judge and the search throw
 */
export async function measureStrength(context: ForgeContext, options: StrengthOptions): Promise<StrengthReport> {
  const source = options.accepted.find(({ program }) => program.language.startsWith("cpp"));
  const drawn =
    source === undefined || options.mutantCount === 0
      ? []
      : createMutants(source.program, { count: options.mutantCount, rng: new Rng(options.seed).derive("mutants") });
  if (drawn.length > 0) options.onProgress?.({ kind: "mutants-compiling", count: drawn.length });
  const mutants = await listCompiling(context, drawn);
  const subjects = [
    ...options.accepted.map((item) => ({ ...item, role: "accepted" as const, description: undefined })),
    ...options.wrong.map((item) => ({ ...item, role: "wrong" as const, description: undefined })),
    ...mutants.map((item) => ({ ...item, role: "mutant" as const })),
  ];
  const rows: StrengthRow[] = [];
  for (const subject of subjects) {
    const row = await measureRow(context, options.tests, subject);
    rows.push(row);
    options.onProgress?.({ kind: "row-measured", row, done: rows.length, all: subjects.length });
  }
  const missed = subjects.filter(({ role }, i) => role !== "accepted" && rows[i]?.killedBy.length === 0);
  const search = missed.length === 0 ? undefined : await attackMissed(context, options, missed);
  const survivors = new Set(search?.survivors ?? missed.map(({ name }) => name));
  const wasExamined = search !== undefined && search.end !== "refused" && search.spent.inputs > 0;
  const marked = rows.map((row) => {
    const isLeft = row.role === "mutant" && survivors.has(row.name);
    return { ...row, isSetAside: isLeft && wasExamined, isUnexamined: isLeft && !wasExamined };
  });
  const tests = options.tests.map(({ id, isSample, input }) => ({ id, isSample, bytes: input.bytes.length }));
  return {
    ...computeStrength(marked, tests),
    testIds: tests.map(({ id }) => id),
    rows: marked,
    additions: search?.tests ?? [],
    faults: search?.faults ?? [],
    search: search && {
      end: search.end,
      oracle: search.oracle,
      spent: search.spent,
      survivors: search.survivors,
    },
  };
}

/** Undefined without a right program: nobody could say that they fail. */
async function attackMissed(
  context: ForgeContext,
  { accepted, seed, budget, onProgress }: StrengthOptions,
  missed: readonly SearchCandidate[],
): Promise<SearchResult | undefined> {
  if (accepted.length === 0) return undefined;
  return searchDifferences(context, {
    candidates: missed,
    gold: accepted,
    seed,
    budget,
    usesTests: true,
    onProgress: (search) => onProgress?.({ kind: "missed-attacked", missed: missed.length, search }),
  });
}

async function listCompiling(context: ForgeContext, mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const outcomes = await compileAll(
    context.judge,
    mutants.map(({ program }) => program),
    context.signal,
  );
  return mutants.filter((_, i) => outcomes[i] === true);
}

async function compileAll(
  judge: Judge,
  programs: readonly Program[],
  signal: AbortSignal | undefined,
): Promise<readonly boolean[]> {
  const outcomes = await Promise.all(programs.map(async (program) => judge.compile(program, { signal })));
  return outcomes.map(({ kind }) => kind === "compile-ok");
}

/** A program that was too slow so often is not run on the remaining tests. */
const maxSlowTests = 3;
const chunkSize = 16;

async function measureRow(
  context: ForgeContext,
  tests: readonly TestCase[],
  subject: SearchCandidate & { readonly role: StrengthRole; readonly description: string | undefined },
): Promise<StrengthRow> {
  const { judge, problem, signal } = context;
  const groups = problem.groups.map((group) => ({ ...group, stopsAtFailure: false, dependsOn: [] }));
  const reports: TestReport[] = [];
  for (let from = 0; from < tests.length; from += chunkSize) {
    const slow = reports.filter(({ verdict }) => isTimeVerdict(verdict)).length;
    if (slow >= maxSlowTests) break;
    const part = tests.slice(from, from + chunkSize);
    const job = { problem: { ...problem, groups }, tests: part };
    reports.push(...(await judge.judge(subject.program, job, { signal })).tests);
  }
  const ran = reports.filter(({ verdict }) => verdict !== "skipped" && verdict !== "judge-failed");
  return {
    name: subject.name,
    role: subject.role,
    description: subject.description,
    verdicts: Object.fromEntries(ran.map(({ testId, verdict }): [string, Verdict] => [testId, verdict])),
    killedBy: ran.filter(({ verdict }) => isFailure(verdict)).map(({ testId }) => testId),
    isSetAside: false,
    isUnexamined: false,
  };
}
