import type { Judge, TestReport } from "../../judge/index.ts";
import type { Program, TestCase, Verdict } from "../../problem/index.ts";
import { Rng } from "../../std/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import { createMutants, type Mutant } from "../mutants/create-mutants.ts";
import type { ForgeFault, KeptTest, SearchBudget, SearchCandidate } from "../search/contract.ts";
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
  readonly onRow?: ((row: StrengthRow) => void) | undefined;
}

export interface StrengthReport extends StrengthNumbers {
  readonly testIds: readonly string[];
  readonly rows: readonly StrengthRow[];
  /** Tests that the forge made for what the suite misses. */
  readonly additions: readonly KeptTest[];
  readonly faults: readonly ForgeFault[];
}

/**
 * Measures a suite: every program on every test. Mutants that it does not kill are attacked by the forge; those that
 * survive this too are set aside as equivalent, for the others a test is handed back.
 *
 * @throws what the judge and the search throw
 */
export async function measureStrength(context: ForgeContext, options: StrengthOptions): Promise<StrengthReport> {
  const source = options.accepted.find(({ program }) => program.language.startsWith("cpp"));
  const drawn =
    source === undefined || options.mutantCount === 0
      ? []
      : createMutants(source.program, { count: options.mutantCount, rng: new Rng(options.seed).derive("mutants") });
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
    options.onRow?.(row);
  }
  const missed = subjects.filter(({ role }, i) => role !== "accepted" && rows[i]?.killedBy.length === 0);
  const search =
    missed.length === 0 || options.accepted.length === 0
      ? undefined
      : await searchDifferences(context, {
          candidates: missed,
          gold: options.accepted,
          seed: options.seed,
          budget: options.budget,
          usesTests: true,
        });
  const survivors = new Set(search?.survivors ?? missed.map(({ name }) => name));
  const marked = rows.map((row) => ({ ...row, isSetAside: row.role === "mutant" && survivors.has(row.name) }));
  const tests = options.tests.map(({ id, isSample, input }) => ({ id, isSample, bytes: input.bytes.length }));
  return {
    ...computeStrength(marked, tests),
    testIds: tests.map(({ id }) => id),
    rows: marked,
    additions: search?.tests ?? [],
    faults: search?.faults ?? [],
  };
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
  };
}
